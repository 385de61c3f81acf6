import type { SuggestedBarber, SuggestionMatch } from '@na-regua/contract/suggestions'
import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import { formatDistance, formatMoney, formatTimeInSentence, nameDay } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useStoredValue } from '../../../lib/use-stored-value.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ComboboxOption, comboboxPopupClass } from '../../../ui/combobox.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Cover } from '../card/barbershop-card.tsx'
import { SentenceChips } from './sentence-chips.tsx'
import {
  clearRecentSearches,
  exampleSearches,
  hasSentence,
  recentSearches,
  removeRecentSearch,
  type SearchComboboxState,
  type SearchOption,
  splitHighlights,
} from './use-search-combobox.ts'

type Matches = readonly SuggestionMatch[]

/** The words that were searched for stand out. */
function Highlighted({ text, match }: { text: string; match: SuggestionMatch | undefined }) {
  if (!match) return text
  return splitHighlights(text, match.highlights).map(({ from, text: part, isMatch }) =>
    isMatch ? (
      <mark key={from} className="bg-transparent font-extrabold text-inherit underline decoration-2 underline-offset-3">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** A service with its price, or the street. Name and neighbourhood are marked where they are. */
function Reason({ matches }: { matches: Matches }) {
  const reasons = matches.filter(({ field }) => field === 'service' || field === 'street')
  return reasons.slice(0, 2).map((match) => (
    <span key={match.text} className="flex gap-1.5 text-sm">
      <span className="line-clamp-3 wrap-anywhere">
        <Highlighted text={match.text} match={match} />
      </span>
      {match.priceCents !== null && (
        <span className="shrink-0 font-semibold tabular-nums">{formatMoney(match.priceCents)}</span>
      )}
    </span>
  ))
}

function Distance({ km }: { km: number | null }) {
  if (km === null) return null
  return (
    <span className="ml-auto self-start text-sm font-medium whitespace-nowrap text-mute tabular-nums">
      {formatDistance(km)}
    </span>
  )
}

function BarbershopOption({ shop, matches }: Extract<SearchOption, { kind: 'barbershop' }>) {
  const find = (field: SuggestionMatch['field']) => matches.find((match) => match.field === field)
  return (
    <>
      <Cover of={shop} className="size-13 shrink-0 rounded-small" />
      <span className="min-w-0 grow basis-[6rem]">
        <span className="line-clamp-3 wrap-anywhere font-semibold">
          <Highlighted text={shop.name} match={find('name')} />
        </span>
        <span className="line-clamp-4 wrap-anywhere text-sm text-mute">
          <Highlighted text={shop.neighborhood} match={find('neighborhood')} />,{' '}
          <Highlighted text={shop.city} match={find('city')} />
        </span>
        <Reason matches={matches} />
      </span>
      <Distance km={shop.distance_in_km} />
    </>
  )
}

function BarberOption({ barber }: { barber: SuggestedBarber }) {
  const { name, avatarUrl, barbershop, matches, nextTime } = barber
  const specialties = matches.filter(({ field }) => field === 'specialty')
  return (
    <>
      <Avatar name={name} src={avatarUrl} className="size-13 text-base" />
      <span className="min-w-0 grow basis-[6rem]">
        <span className="line-clamp-3 wrap-anywhere font-semibold">
          <Highlighted text={name} match={matches.find(({ field }) => field === 'name')} />
        </span>
        <span className="line-clamp-4 wrap-anywhere text-sm text-mute">
          Barbeiro · {barbershop.name}, {barbershop.neighborhood}
        </span>
        {specialties.slice(0, 2).map((match) => (
          <span key={match.text} className="line-clamp-3 wrap-anywhere text-sm">
            <Highlighted text={match.text} match={match} />
          </span>
        ))}
        <span className="line-clamp-3 text-sm font-semibold text-green">
          {describeNextTime(nextTime, barbershop.timeZone)}
        </span>
      </span>
      <Distance km={barbershop.distance_in_km} />
    </>
  )
}

function describeNextTime(nextTime: SuggestedBarber['nextTime'], timeZone: string) {
  if (!nextTime) return undefined
  const day = nameDay(nextTime.date, toLocalTime(new Date(), timeZone).date)
  return `Próximo horário: ${day}, ${formatTimeInSentence(nextTime.time)}`
}

function SimpleOption({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <>
      <span className="grid size-13 shrink-0 place-items-center rounded-small bg-sunken text-mute">
        <Icon name={icon} className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{title}</span>
        <span className="line-clamp-4 wrap-anywhere text-sm text-mute">{children}</span>
      </span>
      <Icon name="chevron-right" className="size-4 shrink-0 text-mute" />
    </>
  )
}

function OptionContent({ option }: { option: SearchOption }) {
  if (option.kind === 'barbershop') return <BarbershopOption {...option} />
  if (option.kind === 'barber') return <BarberOption barber={option.barber} />
  if (option.kind === 'filters')
    return (
      <SimpleOption icon="search" title="Ver barbearias">
        Com os filtros acima
      </SimpleOption>
    )
  return (
    <SimpleOption icon="pin" title={option.place.name}>
      {option.place.area || 'Barbearias por perto'}
    </SimpleOption>
  )
}

type SearchResultsProps = {
  id: string
  options: readonly SearchOption[]
  activeIndex: number
  onPick: (option: SearchOption) => void
  onHover: (index: number) => void
}

/** The focus stays in the input, whose `aria-activedescendant` names the active option. */
function SearchResults({ id, options, activeIndex, onPick, onHover }: SearchResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Barbearias encontradas" className="p-1.5">
      {options.map((option, index) => (
        <ComboboxOption
          key={option.key}
          listId={id}
          index={index}
          isActive={index === activeIndex}
          onPick={() => onPick(option)}
          onHover={() => onHover(index)}
          className="min-h-16 flex-wrap"
        >
          <OptionContent option={option} />
        </ComboboxOption>
      ))}
    </div>
  )
}

type SearchStartProps = { hint: string; onChoose: (text: string) => void; onRemove: () => void }

/** What is shown without results: the last searches, which can be removed, and examples. */
function SearchStart({ hint, onChoose, onRemove }: SearchStartProps) {
  return (
    <div className="grid gap-4 p-4">
      <p aria-hidden="true" className="text-mute">
        {hint}
      </p>
      <RecentSearches onChoose={onChoose} onRemove={onRemove} />
      <section aria-label="Sugestões">
        <p className="mb-2 text-sm font-semibold text-mute">Experimente</p>
        <ul className="flex flex-wrap gap-2">
          {exampleSearches.map((text) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => onChoose(text)}
                className="min-h-11 rounded-full border border-line px-3.5 text-sm font-medium hover:border-edge md:min-h-9"
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function RecentSearches({ onChoose, onRemove }: Omit<SearchStartProps, 'hint'>) {
  const [recent = []] = useStoredValue(recentSearches)
  if (recent.length === 0) return null
  return (
    <section aria-label="Buscas recentes">
      <div className="flex items-center justify-between">
        <p className="text-sm font-semibold text-mute">Buscas recentes</p>
        <button
          type="button"
          onClick={() => {
            clearRecentSearches()
            onRemove()
          }}
          className="min-h-11 rounded-control px-2 text-sm font-semibold text-navy md:min-h-9"
        >
          Limpar buscas
        </button>
      </div>
      <ul>
        {recent.map((text) => (
          <li key={text} className="flex items-center">
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 text-left"
            >
              <Icon name="clock" className="size-4.5 shrink-0 text-mute" />
              <span className="line-clamp-3 wrap-anywhere">{text}</span>
            </button>
            <button
              type="button"
              aria-label={`Remover busca ${text}`}
              onClick={() => {
                removeRecentSearch(text)
                onRemove()
              }}
              className="grid size-11 shrink-0 place-items-center text-mute"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SearchListProps = {
  combobox: SearchComboboxState
  listId: string
  isInline: boolean
  /** Shown instead of results. */
  hint: string
}

/** What the open search shows: the filters of a sentence, results, or recent searches. */
export function SearchList({ combobox, listId, isInline, hint }: SearchListProps) {
  const { search, options, filters, activeIndex, setActiveIndex, pick, type, correct } = combobox
  const hasChips = filters !== undefined && (hasSentence(filters) || combobox.isCorrected)
  const notes = search.data?.notes ?? []
  const list = useRef<HTMLDivElement>(null)

  /** Before the pressed button disappears: the focus would be lost, and the list stay open. A phone's keyboard would cover the sheet. */
  function retainFocus() {
    const next = isInline ? list : combobox.input
    next.current?.focus({ preventScroll: true })
  }

  function choose(text: string) {
    retainFocus()
    type(text)
  }

  return (
    // Safari does not focus a pressed button: the focus then stays within, and the list stays open.
    <div ref={list} tabIndex={-1} className={clsx('outline-none', isInline ? '-mx-2 mt-2' : comboboxPopupClass)}>
      {hasChips && (
        <SentenceChips filters={filters} places={search.data?.places ?? []} onChange={correct} onRemove={retainFocus} />
      )}
      {notes.length > 0 && !combobox.isCorrected && (
        <ul aria-label="Sobre a busca" className="grid gap-1 px-3.5 pt-3 text-sm text-mute">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {options.length > 0 && (
        <SearchResults id={listId} options={options} activeIndex={activeIndex} onPick={pick} onHover={setActiveIndex} />
      )}
      {options.length === 0 && <SearchStart hint={hint} onChoose={choose} onRemove={retainFocus} />}
    </div>
  )
}
