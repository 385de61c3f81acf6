import type {
  FoundAppointment,
  FoundBarber,
  FoundCustomer,
  FoundDay,
  FoundService,
} from '@na-regua/contract/staff-search'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import {
  formatCount,
  formatDuration,
  formatInstantInSentence,
  formatMoney,
  formatNearDate,
  formatNearShortDate,
  formatPhone,
  formatTime,
} from '../../../lib/format.ts'
import { addCalendarDays, deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOption } from '../../../ui/combobox.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { formatStatus, isOpenAppointment, statusTones } from '../agenda/rules.ts'
import { hasSeveralBarbershops, type StaffOption } from './rules.ts'
import type { StaffSearchState } from './use-staff-search.ts'

type StaffSearchListProps = { search: StaffSearchState; listId: string }

/** What is below the field: results by kind, or why there are none. */
export function StaffSearchList({ search, listId }: StaffSearchListProps) {
  const { text, isOffline, isLongEnough, isLoading, isError, options } = search
  if (isOffline) return <Message>Sem rede: a busca volta com a internet.</Message>
  if (!isLongEnough) return <SearchHints />
  if (isLoading) return <LoadingRows />
  if (isError) return <SearchFailure onRetry={search.retry} />
  if (options.length === 0) return <Message>Nada encontrado para “{text}”.</Message>
  return <Results search={search} listId={listId} />
}

function Message({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="line-clamp-4 p-4 wrap-anywhere text-mute">
      {children}
    </p>
  )
}

function SearchHints() {
  const hints: [IconName, string][] = [
    ['user', 'Nome do cliente, do barbeiro ou do serviço'],
    ['phone', 'Os quatro últimos números do telefone'],
    ['tag', 'Um marcador do cliente'],
    ['calendar', 'Um dia: “amanhã”, “sexta”, “15/03”'],
  ]
  return (
    <ul aria-label="O que dá para buscar" className="grid gap-2.5 p-4 text-sm text-mute">
      {hints.map(([icon, hint]) => (
        <li key={hint} className="flex items-center gap-2.5">
          <Icon name={icon} className="size-4.5 shrink-0" />
          {hint}
        </li>
      ))}
    </ul>
  )
}

function LoadingRows() {
  return (
    <div className="grid gap-2 p-3.5">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  )
}

function SearchFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="min-w-0">A busca falhou.</p>
      <Button variant="outline" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

function Results({ search, listId }: StaffSearchListProps) {
  const { groups, options, activeIndex, setActiveIndex, pick } = search
  const namesBarbershop = hasSeveralBarbershops(groups)
  return (
    <div id={listId} role="listbox" aria-label="O que foi encontrado" className="p-1.5">
      {groups.map(({ title, options: rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2 pt-2.5 pb-1 text-xs font-semibold text-mute">
            {title}
          </p>
          {rows.map((option) => {
            const index = options.indexOf(option)
            return (
              <ComboboxOption
                key={`${option.kind} ${option.key}`}
                listId={listId}
                index={index}
                isActive={index === activeIndex}
                onPick={() => pick(option)}
                onHover={() => setActiveIndex(index)}
                className="min-h-12"
              >
                <OptionContent option={option} namesBarbershop={namesBarbershop} />
              </ComboboxOption>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function OptionContent({ option, namesBarbershop }: { option: StaffOption; namesBarbershop: boolean }) {
  const placeOf = ({ barbershop }: { barbershop: { name: string } }) => (namesBarbershop ? barbershop.name : undefined)
  switch (option.kind) {
    case 'day':
      return <DayRow day={option.day} />
    case 'customer':
      return <CustomerRow customer={option.customer} place={placeOf(option.customer)} />
    case 'next':
      return <NextRow appointment={option.appointment} />
    case 'appointment':
      return <AppointmentRow appointment={option.appointment} place={placeOf(option.appointment)} />
    case 'barber':
      return <BarberRow barber={option.barber} place={placeOf(option.barber)} />
    case 'service':
      return <ServiceRow service={option.service} place={placeOf(option.service)} />
  }
}

type RowProps = { leading: ReactNode; title: ReactNode; badge?: ReactNode; details: readonly (string | undefined)[] }

function Row({ leading, title, badge, details }: RowProps) {
  const text = details.filter(Boolean).join(' · ')
  return (
    <>
      {leading}
      <span className="min-w-0 flex-1 leading-snug">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{title}</span>
        {text && <span className="line-clamp-3 wrap-anywhere text-sm text-mute tabular-nums">{text}</span>}
      </span>
      {badge}
    </>
  )
}

function RowIcon({ name }: { name: IconName }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-small bg-sunken text-mute">
      <Icon name={name} className="size-4.5" />
    </span>
  )
}

const todayIn = (timeZone: string) => toLocalTime(new Date(), timeZone).date

/** 'Hoje', 'Amanhã', 'Sex, 13/03'. */
function formatDayInRow(date: string, today: string) {
  if (date === today) return 'Hoje'
  if (date === addCalendarDays(today, 1)) return 'Amanhã'
  return formatNearShortDate(date, today)
}

function DayRow({ day: { date, appointments, isOnBoard } }: { day: FoundDay }) {
  return (
    <Row
      leading={<RowIcon name="calendar" />}
      title={formatDayInRow(date, todayIn(deviceTimeZone()))}
      details={[
        isOnBoard ? 'Abrir o quadro do dia' : 'Abrir o seu dia',
        formatCount(appointments, 'agendamento', 'agendamentos'),
      ]}
    />
  )
}

function CustomerRow({ customer, place }: { customer: FoundCustomer; place: string | undefined }) {
  const { name, phone, tags, isBlocked } = customer
  return (
    <Row
      leading={<Avatar name={name} className="size-9 text-xs" />}
      title={name}
      badge={isBlocked && <Badge tone="red">Bloqueado</Badge>}
      details={[phone ? formatPhone(phone) : undefined, tags.join(', '), place]}
    />
  )
}

/** Below its customer, whose name stands there. */
function NextRow({ appointment }: { appointment: FoundAppointment }) {
  const { startTime, timeZone, serviceName, barber, guestName } = appointment
  const day = formatDayInRow(toLocalTime(new Date(startTime), timeZone).date, todayIn(timeZone))
  return (
    <Row
      leading={
        <span className="grid size-9 shrink-0 place-items-center text-mute">
          <Icon name="arrow-right" className="size-4.5" />
        </span>
      }
      title={`${day}, ${formatInstantInSentence(startTime, timeZone)}`}
      badge={<StatusBadge appointment={appointment} />}
      details={[guestName ? `para ${guestName}` : undefined, serviceName, `com ${barber.name}`]}
    />
  )
}

/** An agreed one is what one expects. */
function StatusBadge({ appointment: { status } }: { appointment: FoundAppointment }) {
  if (status === 'CONFIRMED') return null
  return <Badge tone={statusTones[status]}>{formatStatus(status, 'owner')}</Badge>
}

function AppointmentRow({ appointment, place }: { appointment: FoundAppointment; place: string | undefined }) {
  const { startTime, timeZone, customerName, guestName, serviceName, barber } = appointment
  const { date } = toLocalTime(new Date(startTime), timeZone)
  const today = todayIn(timeZone)
  return (
    <Row
      leading={
        <span
          className={clsx(
            'w-20 shrink-0 whitespace-nowrap tabular-nums',
            !isOpenAppointment(appointment) && 'text-mute',
          )}
        >
          <span className="block leading-tight font-semibold">{formatTime(startTime, timeZone)}</span>
          <span className="block text-xs text-mute">{date === today ? 'hoje' : formatNearDate(date, today)}</span>
        </span>
      }
      title={guestName ?? customerName}
      badge={<StatusBadge appointment={appointment} />}
      details={[serviceName, `com ${barber.name}`, place]}
    />
  )
}

function BarberRow({ barber, place }: { barber: FoundBarber; place: string | undefined }) {
  return (
    <Row
      leading={<Avatar name={barber.name} src={barber.avatarUrl} className="size-9 text-xs" />}
      title={barber.name}
      details={['Abrir a agenda', place]}
    />
  )
}

function ServiceRow({ service, place }: { service: FoundService; place: string | undefined }) {
  const { name, priceCents, durationMin, isActive } = service
  return (
    <Row
      leading={<RowIcon name="scissors" />}
      title={name}
      badge={!isActive && <Badge>Desativado</Badge>}
      details={[formatMoney(priceCents), formatDuration(durationMin), place]}
    />
  )
}
