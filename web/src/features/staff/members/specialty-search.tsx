import { MAX_SPECIALTIES, SPECIALTY_LENGTH } from '@na-regua/contract/members'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { specialtySearchQuery } from './queries.ts'
import { listOffers } from './rules.ts'
import { useDebounced } from './use-debounced.ts'

const PAUSE_MS = 300

type SpecialtySearchProps = { chosen: readonly string[]; onAdd: (name: string) => void }

/** What was typed, and what is offered for it once it stands still. */
function useSearch({ chosen, onAdd }: SpecialtySearchProps) {
  const [words, setWords] = useState('')
  const asked = useDebounced(words.trim(), PAUSE_MS)
  const { data: found = [], isFetching, isError } = useQuery(specialtySearchQuery(asked))
  const isSettled = asked === words.trim() && !isFetching
  const { known, newName } = listOffers(words, isSettled ? found : [], chosen)

  function add(name: string) {
    onAdd(name)
    setWords('')
  }

  /** Enter takes the first one offered and does not send the form around it. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const first = known[0] ?? newName
    if (first && isSettled && chosen.length < MAX_SPECIALTIES) add(first)
  }

  const offers = { known, newName: isSettled ? newName : undefined }
  return { words, setWords, isAsking: words.trim() !== '', isSettled, isError, offers, add, handleKeyDown }
}

/** Finds what others are good at already, so that the same thing has one name; what nobody said yet can be added. */
export function SpecialtySearch(props: SpecialtySearchProps) {
  const { words, setWords, isAsking, isSettled, isError, offers, add, handleKeyDown } = useSearch(props)
  const isFull = props.chosen.length >= MAX_SPECIALTIES
  return (
    <div className="grid gap-2">
      <TextField
        label="Procurar especialidade"
        hint={isFull ? `Até ${MAX_SPECIALTIES}: tire uma para escolher outra.` : undefined}
        placeholder="Ex.: degradê"
        autoComplete="off"
        maxLength={SPECIALTY_LENGTH}
        disabled={isFull}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <p role="status" className="sr-only">
        {isAsking && isSettled ? formatCount(offers.known.length, 'encontrada', 'encontradas') : ''}
      </p>
      {isError && (
        <p className="text-sm text-mute">Não foi possível procurar agora. Você pode adicionar o que digitou.</p>
      )}
      {isAsking && !isFull && (
        <ul className="grid max-h-56 gap-1 overflow-y-auto">
          {offers.known.map((name) => (
            <Offer key={name} name={name} onAdd={add} />
          ))}
          {offers.newName && <Offer name={offers.newName} isNew onAdd={add} />}
        </ul>
      )}
    </div>
  )
}

function Offer({ name, isNew = false, onAdd }: { name: string; isNew?: boolean; onAdd: (name: string) => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onAdd(name)}
        className="flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-left [overflow-wrap:anywhere] transition-colors hover:bg-sunken"
      >
        <Icon name="plus" className="size-4 shrink-0 text-mute" />
        {isNew ? <>Adicionar “{name}”</> : name}
      </button>
    </li>
  )
}
