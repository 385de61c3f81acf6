import { MAX_SPECIALTIES, SPECIALTY_LENGTH, type StaffMember } from '@na-regua/contract/members'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { saveSpecialties, specialtySearchQuery } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { DialogActions } from './member-dialogs.tsx'
import { addSpecialty, listSpecialtyOptions } from './rules.ts'

type SpecialtiesDialogProps = { member: StaffMember | undefined; onClose: () => void }

export function SpecialtiesDialog({ member, onClose }: SpecialtiesDialogProps) {
  return (
    <FormDialog isOpen={member !== undefined} onClose={onClose} title={`Especialidades de ${member?.name ?? ''}`}>
      {member && <SpecialtiesForm member={member} onClose={onClose} />}
    </FormDialog>
  )
}

function SpecialtiesForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(member.specialties)
  const change = useMembersChange({
    run: (names: readonly string[]) => saveSpecialties(member.id, [...names]),
    successText: () => 'Especialidades atualizadas',
    onDone: onClose,
  })

  return (
    <Form isBusy={change.isPending} onSubmit={() => change.mutate(chosen)} failure={false} className="grid gap-5">
      <UnsavedChanges draft={chosen} />
      <ChosenList chosen={chosen} onRemove={(name) => setChosen(chosen.filter((other) => other !== name))} />
      <SpecialtySearch chosen={chosen} onAdd={(name) => setChosen(addSpecialty(chosen, name))} />
      <DialogActions
        failure={change.error ? errorText(change.error, 'Erro ao atualizar especialidades') : undefined}
        isBusy={change.isPending}
        label="Salvar"
      />
    </Form>
  )
}

function ChosenList({ chosen, onRemove }: { chosen: readonly string[]; onRemove: (name: string) => void }) {
  return (
    <div>
      <p className="mb-2 flex justify-between text-sm">
        <span className="font-semibold">Escolhidas</span>
        <span className="text-mute tabular-nums">
          {chosen.length}/{MAX_SPECIALTIES}
        </span>
      </p>
      {chosen.length === 0 && <p className="text-mute">Nenhuma ainda. Procure abaixo.</p>}
      <ul className="flex flex-wrap gap-2">
        {chosen.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onRemove(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-sunken pr-2 pl-3 text-left text-sm font-semibold wrap-anywhere transition-colors hover:border-edge"
            >
              <span className="sr-only">Tirar </span>
              {name}
              <Icon name="close" className="size-4 shrink-0 text-mute" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const DEBOUNCE_MS = 300

type SpecialtySearchProps = { chosen: readonly string[]; onAdd: (name: string) => void }

/** The typed text, and the options for it after a pause in typing. */
function useSearch({ chosen, onAdd }: SpecialtySearchProps) {
  const [text, setText] = useState('')
  const settled = useDebounced(text.trim(), DEBOUNCE_MS)
  const { data: found = [], isFetching, isError } = useQuery(specialtySearchQuery(settled))
  const isSettled = settled === text.trim() && !isFetching
  const { known, newName } = listSpecialtyOptions(text, isSettled ? found : [], chosen)

  function add(name: string) {
    onAdd(name)
    setText('')
  }

  /** Enter adds the first option instead of submitting the surrounding form. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const first = known[0] ?? newName
    if (first && isSettled && chosen.length < MAX_SPECIALTIES) add(first)
  }

  const options = { known, newName: isSettled ? newName : undefined }
  return { text, setText, isSearching: text.trim() !== '', isSettled, isError, options, add, handleKeyDown }
}

/** Finds specialties that are already in use, so that each has one name; a new one can be added. */
function SpecialtySearch(props: SpecialtySearchProps) {
  const { text, setText, isSearching, isSettled, isError, options, add, handleKeyDown } = useSearch(props)
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
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <p role="status" className="sr-only">
        {isSearching && isSettled ? formatCount(options.known.length, 'encontrada', 'encontradas') : ''}
      </p>
      {isError && (
        <p className="text-sm text-mute">Não foi possível procurar agora. Você pode adicionar o que digitou.</p>
      )}
      {isSearching && !isFull && (
        <ul className="grid max-h-56 gap-1 overflow-y-auto">
          {options.known.map((name) => (
            <SpecialtyOption key={name} name={name} onAdd={add} />
          ))}
          {options.newName && <SpecialtyOption name={options.newName} isNew onAdd={add} />}
        </ul>
      )}
    </div>
  )
}

function SpecialtyOption({
  name,
  isNew = false,
  onAdd,
}: {
  name: string
  isNew?: boolean
  onAdd: (name: string) => void
}) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onAdd(name)}
        className="flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-left wrap-anywhere transition-colors hover:bg-sunken"
      >
        <Icon name="plus" className="size-4 shrink-0 text-mute" />
        {isNew ? <>Adicionar “{name}”</> : name}
      </button>
    </li>
  )
}

/** The value after it has not changed for the given time. */
function useDebounced(value: string, milliseconds: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
