import { MAX_GUEST_NAME_LENGTH } from '@na-regua/contract/appointments'
import type { GroupOption, groupsApi } from '@na-regua/contract/groups'
import type { Body } from '@na-regua/contract/route'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatList, formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/checkbox.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { activeServicesQuery } from '../queries.ts'
import { type GroupStart, groupOptionsQuery, guestNamesQuery, useGroupBooking } from './queries.ts'
import {
  countFree,
  describeOption,
  formatServices,
  type GroupPerson,
  listChosen,
  listNames,
  toMembers,
  YOU,
} from './rules.ts'

export type GroupFormProps = {
  barbershopId: string
  timeZone: string
  start: GroupStart
  /** Who is served already; an empty name is the customer. */
  taken: readonly string[]
  /** Booked in the same act, before those who are added. */
  first?: GroupPerson
  /** What the others are booked for, unless something else is chosen. */
  service: { name: string; ids: readonly string[] }
  /** How the customer came to the booking. */
  source?: Body<typeof groupsApi.book>['source']
  onBooked: (appointmentIds: string[]) => void
}

/** Who else is to be served and what for: what is chosen is never more than the group takes. */
function usePersons({ taken, first, service }: Pick<GroupFormProps, 'taken' | 'first' | 'service'>) {
  const [chosen, setChosen] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [serviceIds, setServiceIds] = useState<Record<string, string | undefined>>({})
  const names = listChosen(chosen, typed)
  const free = countFree(taken) - names.length
  const toPerson = (name: string): GroupPerson => {
    const serviceId = serviceIds[name]
    return { name, serviceIds: serviceId ? [serviceId] : service.ids }
  }
  // Times are shown before a name is chosen: as for one more.
  const added = (names.length > 0 ? names : ['']).map(toPerson)
  return {
    names,
    persons: first ? [first, ...added] : added,
    labels: [
      ...(first ? [first.name || YOU] : []),
      ...(names.length > 0 ? names.map((name) => name || YOU) : ['Mais alguém']),
    ],
    free,
    typed,
    setTyped,
    serviceIds,
    setService: (name: string, id: string | undefined) => setServiceIds({ ...serviceIds, [name]: id }),
    toggle: (name: string) =>
      setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
    addTyped() {
      setChosen(names)
      setTyped('')
    },
  }
}

/** Books for one to three more persons in one act: who, what for, and one of the times that are free for all of them. */
export function GroupForm(props: GroupFormProps) {
  const { barbershopId, timeZone, start, source, onBooked } = props
  const group = usePersons(props)
  const { names, persons, labels } = group
  const field = useRef<HTMLInputElement>(null)
  const [isNameMissing, setNameMissing] = useState(false)
  const [pressed, setPressed] = useState<GroupOption['kind']>()
  const shown = { barbershopId, services: formatServices(persons), start }
  const options = useQuery(groupOptionsQuery(shown))
  const booking = useGroupBooking(shown, {
    onBooked(appointments, members) {
      const added = props.first ? members.slice(1) : members
      const texts = added.map(({ guestName }) => guestName ?? YOU.toLowerCase())
      showToast({ tone: 'success', title: `Marcado também para ${formatList(texts)}` })
      onBooked(appointments.map(({ id }) => id))
    },
  })

  function book(option: GroupOption) {
    setNameMissing(names.length === 0)
    if (names.length === 0) return field.current?.focus()
    if (booking.isPending) return
    setPressed(option.kind)
    const members = toMembers(persons, option)
    const joins = 'joins' in start ? start.joins : undefined
    booking.mutate({ members, joins, source })
  }

  return (
    <div className="grid gap-5">
      <PersonFields
        {...props}
        group={group}
        field={field}
        error={isNameMissing && names.length === 0 ? 'Diga para quem é.' : undefined}
      />
      <section aria-label="Horários para todos" className="grid gap-2.5">
        <h3 className="font-sans text-base tracking-normal">Toque para marcar</h3>
        {booking.error && <FormAlert>{errorText(booking.error, 'Não deu certo. Tente de novo.')}</FormAlert>}
        {options.isPending && <Skeleton className="h-32" />}
        {options.error && <FormAlert>{errorText(options.error, 'Não foi possível ver os horários.')}</FormAlert>}
        {options.data?.options.length === 0 && (
          <p className="text-mute">Não há horário para todos nesse dia. Escolha outro dia na página da barbearia.</p>
        )}
        {options.data?.options.map((option, index) => (
          <OptionButton
            key={option.kind}
            option={option}
            labels={labels}
            timeZone={timeZone}
            isMain={index === 0}
            // Those of fewer persons, until the next ones are there.
            isBusy={options.isPlaceholderData || (booking.isPending && pressed === option.kind)}
            onPress={() => book(option)}
          />
        ))}
      </section>
    </div>
  )
}

type PersonFieldsProps = Pick<GroupFormProps, 'barbershopId' | 'taken' | 'service'> & {
  group: ReturnType<typeof usePersons>
  field: RefObject<HTMLInputElement | null>
  error: string | undefined
}

function PersonFields({ barbershopId, taken, service, group, field, error }: PersonFieldsProps) {
  const { data: known = [] } = useQuery(guestNamesQuery())
  const { names, free, typed, setTyped } = group
  const offered = listNames(known, taken)
  const chips = [...offered, ...names.filter((name) => !offered.includes(name) && name !== typed.trim())]
  return (
    <div className="grid gap-4">
      {chips.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-2.5 font-semibold">Para quem?</legend>
          <div className="flex flex-wrap gap-2">
            {chips.map((name) => (
              <Chip
                key={name}
                isChosen={names.includes(name)}
                isDisabled={free === 0 && !names.includes(name)}
                onClick={() => group.toggle(name)}
                className="max-w-full px-3.5 font-medium wrap-anywhere"
              >
                {name || YOU}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      {(free > 0 || typed !== '') && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            group.addTyped()
          }}
        >
          <TextField
            ref={field}
            label={chips.length > 0 ? 'Outra pessoa' : 'Para quem?'}
            name="guestName"
            autoComplete="off"
            maxLength={MAX_GUEST_NAME_LENGTH}
            placeholder="Nome"
            error={error}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            after={
              typed.trim() !== '' &&
              free > 0 && (
                <Button type="submit" variant="ghost" aria-label="Mais alguém" className="px-3!">
                  <Icon name="plus" />
                </Button>
              )
            }
          />
        </form>
      )}
      {names.length > 0 && <ServiceFields barbershopId={barbershopId} service={service} group={group} />}
    </div>
  )
}

function ServiceFields({
  barbershopId,
  service,
  group,
}: Pick<PersonFieldsProps, 'barbershopId' | 'service' | 'group'>) {
  const { data } = useQuery(activeServicesQuery(barbershopId))
  const others = (data?.services ?? []).filter(({ id }) => service.ids.length > 1 || id !== service.ids[0])
  const options = [{ value: '', label: service.name }, ...others.map(({ id, name }) => ({ value: id, label: name }))]
  return group.names.map((name) => (
    <Select
      key={name}
      aria-label={`Serviço para ${name || YOU.toLowerCase()}`}
      options={options.map(({ value, label }) => ({ value, label: `${label} para ${name || YOU.toLowerCase()}` }))}
      value={group.serviceIds[name] ?? ''}
      onChange={(id) => group.setService(name, id || undefined)}
    />
  ))
}

type OptionButtonProps = {
  option: GroupOption
  labels: readonly string[]
  timeZone: string
  isMain: boolean
  isBusy: boolean
  onPress: () => void
}

function OptionButton({ option, labels, timeZone, isMain, isBusy, onPress }: OptionButtonProps) {
  const { title, details, priceCents } = describeOption(option, labels, timeZone)
  return (
    <Button
      variant={isMain ? 'primary' : 'outline'}
      isWide
      isBusy={isBusy}
      className="justify-between! text-left! tabular-nums"
      onClick={onPress}
    >
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{title}</span>
        {details.map((detail) => (
          <span key={detail} className="block text-sm font-normal">
            {detail}
          </span>
        ))}
      </span>
      <span className="shrink-0">{formatMoney(priceCents)}</span>
    </Button>
  )
}
