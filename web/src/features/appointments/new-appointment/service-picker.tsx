import { ANY_BARBER, MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { Service } from '@na-regua/contract/barbershops'
import { listServicesOfBarbers } from '@na-regua/contract/service-combinations'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatDuration, formatMoney } from '../../../lib/format.ts'
import { useListSearch } from '../../../ui/dense-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { activeServicesQuery } from '../queries.ts'
import { bookableBarbersQuery, mostBookedServicesQuery } from './queries.ts'
import { SHORT_LIST, sortByBookings, splitServices } from './rules.ts'

/** What a barber of the barbershop offers, or with `ANY_BARBER` any of them, the most booked first. */
export function useProvidedServices(barbershopId: string, barberId: string) {
  const listed = useQuery(activeServicesQuery(barbershopId))
  const { data: mostBooked = [] } = useQuery(mostBookedServicesQuery(barbershopId))
  const { data: barbers = [] } = useQuery(bookableBarbersQuery(barbershopId))
  const barberIds = barberId === ANY_BARBER ? barbers.map(({ id }) => id) : [barberId]
  const provided = listServicesOfBarbers(listed.data ?? { services: [], combinations: [] }, barberIds)
  return {
    query: listed,
    services: sortByBookings(provided.services, mostBooked),
    combinations: provided.combinations,
  }
}

type ServicePickerProps = {
  /** In the order in which they are shown, as `useProvidedServices` has them. */
  services: readonly Service[]
  chosenIds: readonly string[]
  onChange: (ids: string[]) => void
  /** Free minutes from the start on: what takes longer says so. */
  freeMin?: number | undefined
}

/**
 * One or more services with prices. Of a long list the first ones are in view, the others in their categories and behind a search, in
 * which Enter chooses the first match. What is chosen stays in view.
 */
export function ServicePicker({ services, chosenIds, onChange, freeMin }: ServicePickerProps) {
  const search = useListSearch(services, 'Buscar serviço', ({ name, category }) => `${name} ${category ?? ''}`)
  const isLong = services.length > SHORT_LIST
  const isFull = chosenIds.length >= MAX_SERVICES_PER_APPOINTMENT
  const { first, categories } = splitServices(services)
  const toggle = (id: string) =>
    onChange(chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id])

  /** Not the submit of the form around it. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [match] = search.isSearching ? search.found : []
    if (match && !isFull) toggle(match.id)
  }

  const toRow = (service: Service) => {
    const isChosen = chosenIds.includes(service.id)
    return (
      <ServiceRow
        key={service.id}
        service={service}
        isChosen={isChosen}
        isDisabled={isFull && !isChosen}
        freeMin={freeMin}
        onClick={() => toggle(service.id)}
      />
    )
  }
  if (services.length === 0) return <p className="text-mute">Nenhum serviço disponível no momento.</p>
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold">Serviços</legend>
      {isLong && (
        <>
          <ChosenServices chosen={services.filter(({ id }) => chosenIds.includes(id))} onRemove={toggle} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside. */}
          <div onKeyDown={handleKeyDown}>{search.field}</div>
        </>
      )}
      {search.isSearching ? (
        <RowList>{search.found.map(toRow)}</RowList>
      ) : (
        <>
          <RowList>{first.map(toRow)}</RowList>
          {categories.map((one) => (
            <details key={one.category} className="group rounded-control border border-line">
              <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 font-semibold">
                <span className="min-w-0 wrap-anywhere">{one.category}</span>
                <span className="flex shrink-0 items-center gap-2 text-sm font-normal text-mute tabular-nums">
                  {one.services.length}
                  <Icon name="chevron-down" className="size-4.5 transition-transform group-open:rotate-180" />
                </span>
              </summary>
              <RowList>{one.services.map(toRow)}</RowList>
            </details>
          ))}
        </>
      )}
      <p role="status" className="text-sm text-mute empty:hidden">
        {describeResult(search, isFull)}
      </p>
    </fieldset>
  )
}

function describeResult({ isSearching, found }: { isSearching: boolean; found: readonly Service[] }, isFull: boolean) {
  if (isFull) return `No máximo ${MAX_SERVICES_PER_APPOINTMENT} serviços de uma vez.`
  return isSearching && found.length === 0 ? 'Nenhum serviço com esse nome.' : undefined
}

function RowList({ children }: { children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-control border border-line">
      {children}
    </div>
  )
}

type ServiceRowProps = Pick<ServicePickerProps, 'freeMin'> & {
  service: Service
  isChosen: boolean
  isDisabled: boolean
  onClick: () => void
}

function ServiceRow({ service, isChosen, isDisabled, freeMin, onClick }: ServiceRowProps) {
  const { name, durationMin, priceCents } = service
  const isTooLong = freeMin !== undefined && durationMin > freeMin
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onClick}
      className={clsx(
        'flex min-h-12 items-center gap-3 px-3 py-1.5 text-left transition-colors focus-visible:-outline-offset-2 disabled:opacity-55',
        isChosen ? 'bg-sunken' : 'bg-card hover:bg-sunken',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-5.5 shrink-0 place-items-center rounded-small border-[1.5px]',
          isChosen ? 'border-ink bg-ink text-paper' : 'border-edge',
        )}
      >
        {isChosen && <Icon name="check" className="size-4" />}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {isTooLong && <span className="block text-sm text-brass">não cabe nos {formatDuration(freeMin)} livres</span>}
      </span>
      <span className="shrink-0 text-right text-sm text-mute tabular-nums">
        {formatDuration(durationMin)}
        <span className="ml-2 font-semibold text-ink">{formatMoney(priceCents)}</span>
      </span>
    </button>
  )
}

function ChosenServices({ chosen, onRemove }: { chosen: readonly Service[]; onRemove: (id: string) => void }) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Escolhidos" className="flex flex-wrap gap-2">
      {chosen.map(({ id, name }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            aria-label={`Tirar ${name}`}
            onClick={() => onRemove(id)}
            className="flex min-h-11 max-w-full items-center gap-1.5 rounded-control bg-ink px-3 text-left text-sm font-medium text-paper"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Icon name="close" className="size-4 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}
