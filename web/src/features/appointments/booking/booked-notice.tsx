import type { Appointment } from '@na-regua/contract/appointments'
import { MAX_GROUP_SIZE } from '@na-regua/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import {
  formatDateAndTime,
  formatDuration,
  formatInstantInSentence,
  formatMoney,
  formatNearInstant,
  getWeekday,
  weekdays,
} from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { deviceTimeZone, hasSameLocalTime, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { useSessionPart } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button, ButtonLink, buttonClass, IconButton } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { ShareButton } from '../../../ui/share-button.tsx'
import { MissingDialog } from '../../../ui/toast.tsx'
import { useCalendarDownload } from '../agenda/queries.ts'
import { buildGoogleCalendarUrl, toSharedLink } from '../agenda/rules.ts'
import { appointmentToChangeQuery } from '../queries.ts'
import { whileWaiting } from '../rules.ts'

const InstallOffer = lazyPart(
  () => import('../../../ui/install-prompt.tsx').then((module) => module.InstallOffer),
  () => null,
)

/** Passed in the history state and not in the URL, which may be shared. */
function readAppointmentId(state: unknown) {
  const id = (state as { appointmentId?: unknown } | null)?.appointmentId
  return typeof id === 'string' ? id : undefined
}

/** The appointment that was just booked. While it is shown the page must not offer another booking. */
export function useBookedAppointmentId() {
  const id = readAppointmentId(useLocation().state)
  return useSessionPart(({ user }) => user && id)
}

type BookedNoticeProps = {
  directionsHref: string
  /** Where and how it is paid. */
  payment: string
  /** Called once after a booking, because the slots on the page are outdated. */
  onArrival: () => void
}

/** After a booking: its result, until it is closed, also after a reload. */
export function BookedNotice({ directionsHref, payment, onArrival }: BookedNoticeProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const hasArrived = useNavigationType() !== 'POP'
  const arrivedId = useRef<string>(undefined)
  const appointmentId = useBookedAppointmentId()

  useEffect(() => {
    if (!appointmentId || !hasArrived || arrivedId.current === appointmentId) return
    arrivedId.current = appointmentId
    onArrival()
  }, [appointmentId, hasArrived, onArrival])

  if (!appointmentId) return null
  const handleClose = () => void navigate({ search }, { replace: true, state: null, preventScrollReset: true })
  return (
    <div className="mb-6">
      <AppointmentSummary
        appointmentId={appointmentId}
        directionsHref={directionsHref}
        payment={payment}
        onClose={handleClose}
      />
      {hasArrived && (
        <Suspense>
          <InstallOffer />
        </Suspense>
      )}
    </div>
  )
}

function GuestAndNoteRows({ appointment: { guestName, note } }: { appointment: Appointment }) {
  const rows = [
    ['Para', guestName],
    ['Seu recado', note],
  ] as const
  return rows.map(
    ([label, text]) =>
      text && (
        <div key={label}>
          <dt className="text-sm text-mute">{label}</dt>
          <dd className="font-semibold">{text}</dd>
        </div>
      ),
  )
}

function Details({ appointment, payment }: { appointment: Appointment; payment: string }) {
  const { startTime, timeZone, service, barber, barbershop, durationMin, priceCents } = appointment
  const start = new Date(startTime)
  const { date } = toLocalTime(start, timeZone)
  const isElsewhere = !hasSameLocalTime(deviceTimeZone(), timeZone, start)
  return (
    <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-3 wrap-anywhere sm:grid-cols-2">
      <div>
        <dt className="text-sm text-mute">Quando</dt>
        <dd className="text-lg font-semibold tabular-nums">
          {weekdays[getWeekday(date)]}, {formatDateAndTime(startTime, timeZone)}
          {isElsewhere && <span className="block text-sm font-normal text-mute">no horário local da barbearia</span>}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-mute">Serviço</dt>
        <dd className="font-semibold tabular-nums">
          {service.name} · {formatDuration(durationMin)} · {formatMoney(priceCents)}
          <span className="block text-sm font-normal text-mute">{payment}</span>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-mute">Barbeiro</dt>
        <dd className="font-semibold">{barber.name}</dd>
      </div>
      <GuestAndNoteRows appointment={appointment} />
      <div>
        <dt className="text-sm text-mute">Onde</dt>
        <dd className="font-semibold">
          {barbershop.name}
          <span className="block text-sm font-normal text-mute">{barbershop.address}</span>
        </dd>
      </div>
    </dl>
  )
}

/** Who was booked together with it. */
function Others({ appointments }: { appointments: readonly Appointment[] }) {
  if (appointments.length === 0) return null
  return (
    <ul aria-label="Marcados juntos" className="mt-4 divide-y divide-line border-t border-line wrap-anywhere">
      {appointments.map(({ id, guestName, service, startTime, timeZone, barber, priceCents }) => (
        <li key={id} className="flex justify-between gap-4 py-3 tabular-nums">
          <span className="min-w-0">
            <span className="block font-semibold">{guestName ?? 'Você'}</span>
            <span className="block text-sm text-mute">
              {service.name} às {formatInstantInSentence(startTime, timeZone)} com {barber.name}
            </span>
          </span>
          <span className="shrink-0">{formatMoney(priceCents)}</span>
        </li>
      ))}
    </ul>
  )
}

const GroupDialog = lazyPart(async () => (await import('../groups/group-dialog.tsx')).GroupDialog, MissingDialog)

type ActionsProps = {
  appointment: Appointment
  directionsHref: string
  /** More persons may be added. */
  hasSpace: boolean
}

/** On a phone a list beneath the one loud button. */
const quietClass = 'max-sm:w-full justify-start! px-2!'

function Actions({ appointment, directionsHref, hasSpace }: ActionsProps) {
  const appointmentId = appointment.id
  const { mutate: download, isPending } = useCalendarDownload()
  const [isAdding, setAdding] = useState(false)
  const isOpen = appointment.status === 'SCHEDULED' || appointment.status === 'CONFIRMED'
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <ButtonLink to={paths.customerAppointments(appointmentId)} variant="ink" className="max-sm:w-full">
        Ver agendamento
      </ButtonLink>
      {hasSpace && isOpen && (
        <Button variant="ghost" className={quietClass} onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Marcar para mais alguém
        </Button>
      )}
      <Suspense>{isAdding && <GroupDialog appointment={appointment} onClose={() => setAdding(false)} />}</Suspense>
      <Button variant="ghost" className={quietClass} isBusy={isPending} onClick={() => download(appointmentId)}>
        <Icon name="calendar" />
        Adicionar ao calendário
      </Button>
      <OtherSite href={buildGoogleCalendarUrl(appointment)} icon="external">
        Google Agenda
      </OtherSite>
      <OtherSite href={directionsHref} icon="map">
        Como chegar
      </OtherSite>
      <ShareButton link={toSharedLink(appointment)} label="Compartilhar o agendamento" className={quietClass}>
        Compartilhar
      </ShareButton>
    </div>
  )
}

function OtherSite({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonClass({ variant: 'ghost' })} ${quietClass}`}
    >
      <Icon name={icon} />
      {children}
      <span className="sr-only">(abre em nova aba)</span>
    </a>
  )
}

/** What has become of the appointment, as the headline of the screen that follows a booking. */
export const resultTitles = {
  SCHEDULED: 'Horário reservado.',
  CONFIRMED: 'Horário confirmado.',
  COMPLETED: 'Atendimento concluído.',
  CANCELLED: 'Horário cancelado.',
  NO_SHOW: 'Horário perdido.',
}

type BookedAppointment = Pick<Appointment, 'status' | 'confirmBy' | 'timeZone'> & { barber: { name: string } }

/** Whether it is confirmed, or until when it is; undefined when there is nothing to wait for. */
export function describeResult({ status, confirmBy, timeZone, barber }: BookedAppointment, now: Date) {
  if (status === 'CONFIRMED') return `${barber.name} espera você.`
  if (status !== 'SCHEDULED' || !confirmBy) return undefined
  return `A confirmar até ${formatNearInstant(confirmBy, timeZone, now)}.`
}

type AppointmentSummaryProps = Omit<BookedNoticeProps, 'onArrival'> & { appointmentId: string; onClose: () => void }

/** The booked appointment and what follows: who confirms it until when, its page, calendar file and directions. */
function AppointmentSummary({ appointmentId, directionsHref, payment, onClose }: AppointmentSummaryProps) {
  const { data, error } = useQuery(appointmentToChangeQuery(appointmentId))
  const { appointment, others = [] } = data ?? {}
  const title = useRef<HTMLHeadingElement>(null)
  const now = useNow()
  const result = appointment && describeResult(appointment, now)

  useEffect(() => title.current?.focus({ preventScroll: true }), [])

  return (
    <section aria-labelledby="agendamento" className="animate-rise rounded-hero border border-line bg-card p-5 md:p-7">
      <header className="flex items-start gap-3">
        <span
          className={clsx(
            'grid size-11 shrink-0 place-items-center rounded-full',
            appointment?.status === 'CONFIRMED' ? 'bg-green-soft text-green' : 'bg-brass-soft text-brass',
          )}
        >
          <Icon name={appointment?.status === 'CONFIRMED' ? 'calendar-check' : 'clock'} className="size-6" />
        </span>
        <div className="min-w-0 flex-1 self-center">
          <h2 id="agendamento" ref={title} tabIndex={-1} className="text-xl outline-none">
            {appointment ? resultTitles[appointment.status] : 'Seu agendamento'}
          </h2>
          <RulerLine steps={12} className="mt-1.5 w-32 animate-draw" />
        </div>
        <IconButton label="Fechar resumo do agendamento" className="-m-1.5" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div role="status" className="mt-3 empty:hidden">
        {result && <p className="font-semibold">{result}</p>}
        {appointment?.status === 'SCHEDULED' && appointment.confirmBy && (
          <p className="mt-1 text-sm text-mute">{whileWaiting}</p>
        )}
      </div>
      {appointment && <Details appointment={appointment} payment={payment} />}
      <Others appointments={others} />
      {!appointment && error && <p className="mt-4 text-mute">{error.message}</p>}
      {!appointment && !error && <LoadingMessage>Carregando agendamento...</LoadingMessage>}
      {appointment && (
        <Actions
          appointment={appointment}
          directionsHref={directionsHref}
          hasSpace={others.length + 1 < MAX_GROUP_SIZE}
        />
      )}
    </section>
  )
}
