import type { StaffDay } from '@na-regua/contract/agendas'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { addCalendarDays, deviceTimeZone, isDate } from '../../../lib/local-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { isUuid, useUrlParams } from '../../../lib/use-url-params.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { copyText } from '../../../ui/share-button.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { DAY_PARAMETER } from '../agenda/status-tabs.tsx'
import { toTimelineMinute } from '../timeline/rules.ts'
import { DayButton } from './day-calendar.tsx'
import type { PrintLayout } from './printed-day.tsx'
import { appointmentDayQuery, type DayViewer, staffDayQuery } from './queries.ts'
import { useMoves } from './use-moves.ts'

type DayFrameProps = {
  shown: ShownStaffDay
  /** As it is shown: with the moves and commands that the server has yet to confirm. */
  day: StaffDay | undefined
  /** Beside the day on a wide screen. */
  actions?: ReactNode
  children: ReactNode
}

const PrintedDay = lazyPart(
  async () => (await import('./printed-day.tsx')).PrintedDay,
  () => null,
)

/** Header of a day with its navigation, and the loading, error and empty states. */
export function DayFrame({ shown, day, actions, children }: DayFrameProps) {
  const [layout, setLayout] = useState<PrintLayout>('board')
  const barbers = day?.barbers.length ?? 0
  const printMenu = barbers > 0 && <PrintMenu hasSeveral={barbers > 1} onChoose={setLayout} />
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <DayHeader
        shown={shown}
        actions={
          <>
            {printMenu}
            {actions}
          </>
        }
      />
      {shown.freshness && <StaleNotice of={shown.freshness} />}
      <UnnotifiedCustomers barbershopId={shown.barbershopId} />
      {shown.isError ? <DayFailure shown={shown} /> : <DayContent shown={shown}>{children}</DayContent>}
      {day && (
        <Suspense>
          <PrintedDay day={day} layout={barbers > 1 ? layout : 'barbers'} />
        </Suspense>
      )}
    </div>
  )
}

/** Where there may be a printer: not on a phone, which prints from its own menu. */
function PrintMenu({ hasSeveral, onChoose }: { hasSeveral: boolean; onChoose: (layout: PrintLayout) => void }) {
  function print(layout: PrintLayout) {
    flushSync(() => onChoose(layout))
    window.print()
  }
  const icon = <Icon name="printer" className="size-5" />
  if (!hasSeveral) {
    return (
      <IconButton label="Imprimir" className="max-md:hidden" onClick={() => print('barbers')}>
        {icon}
      </IconButton>
    )
  }
  return (
    <div className="max-md:hidden">
      <Popup label="Imprimir" trigger={icon}>
        <div className="grid w-64 p-1">
          <PrintChoice onClick={() => print('board')}>Quadro em uma página</PrintChoice>
          <PrintChoice onClick={() => print('barbers')}>Uma página por barbeiro</PrintChoice>
        </div>
      </Popup>
    </div>
  )
}

function PrintChoice({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-control px-3 text-left transition-colors hover:bg-sunken"
    >
      {children}
    </button>
  )
}

/** `barbershopId`: only of that barbershop. */
type UnnotifiedCustomersProps = { barbershopId?: string | undefined }

/** Customers without an account whose appointment was moved: the staff send them the new time. */
export function UnnotifiedCustomers({ barbershopId: ofBarbershop }: UnnotifiedCustomersProps) {
  const { unnotified, dismiss } = useMoves()
  const shown = unnotified.filter(({ barbershopId }) => barbershopId === (ofBarbershop ?? barbershopId))
  return shown.map(({ id, name, link }) => (
    <section
      key={id}
      aria-label={`Avisar ${name}`}
      className="grid gap-3 rounded-card border border-line bg-brass-soft p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">Falta avisar {name}.</span> O link do horário continua o mesmo.
        </p>
        <IconButton label={`Já avisei ${name}`} className="-m-2" onClick={() => dismiss(id)}>
          <Icon name="close" className="size-4.5" />
        </IconButton>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={link.whatsAppUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'ink' })}
          onClick={() => dismiss(id)}
        >
          <Icon name="chat" className="size-4.5" />
          Avisar pelo WhatsApp
        </a>
        <Button variant="outline" onClick={() => void copyText(link.text, 'Texto copiado')}>
          Copiar texto
        </Button>
      </div>
    </section>
  ))
}

function DayContent({ shown, children }: Pick<DayFrameProps, 'shown' | 'children'>) {
  if (!shown.day) return <DaySkeleton />
  if (shown.day.barbers.length > 0) return children
  return (
    <Notice icon="chair" title="Nenhuma cadeira por aqui ainda">
      O dia aparece quando houver um barbeiro trabalhando nesta barbearia.
    </Notice>
  )
}

function DayFailure({ shown: { error, refetch, goTo } }: { shown: ShownStaffDay }) {
  if (hasCode(error, 'APPOINTMENT_NOT_FOUND') || hasCode(error, 'FORBIDDEN')) {
    const action = (
      <Button variant="outline" onClick={() => void goTo(undefined)}>
        Ver o dia de hoje
      </Button>
    )
    return <Notice icon="calendar" title="Este agendamento não está na sua agenda" action={action} />
  }
  return (
    <Notice
      tone="error"
      title="Erro ao carregar agendamentos."
      action={
        <Button variant="outline" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      }
    >
      <Sentences>{errorText(error, 'Tente novamente em instantes.')}</Sentences>
    </Notice>
  )
}

function DaySkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando o dia...</span>
      <Skeleton className="h-40 rounded-hero" />
      <RulerSkeleton />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="ml-16 h-16" />
      ))}
    </div>
  )
}

/** The day, from which another one is chosen, and buttons to the previous and next one. */
function DayHeader({ shown, actions }: Pick<DayFrameProps, 'shown' | 'actions'>) {
  const { date, today, moveBy, goTo } = shown
  return (
    <div className="flex items-center gap-x-1 sm:gap-x-2">
      <IconButton label="Dia anterior" className="-ml-2" onClick={() => void moveBy(-1)} disabled={!date}>
        <Icon name="chevron-left" />
      </IconButton>
      <DayButton date={date} today={today} barbershopId={shown.barbershopId} onSelect={(next) => void goTo(next)} />
      <IconButton label="Próximo dia" onClick={() => void moveBy(1)} disabled={!date}>
        <Icon name="chevron-right" />
      </IconButton>
      {date && today && date !== today && (
        <Button variant="outline" className="max-sm:ml-auto" onClick={() => void goTo(undefined)}>
          Hoje
        </Button>
      )}
      {actions}
    </div>
  )
}

const MINUTES_OF_DAY = 1440

/** The id of an appointment to open on its day; links of notifications and emails have it. */
const LINK_PARAMETER = 'agendamento'

/** The appointment of the URL. */
function useLinkedAppointment(params: URLSearchParams) {
  const given = params.get(LINK_PARAMETER) ?? ''
  const isLinked = isUuid(given)
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...appointmentDayQuery(given),
    enabled: isLinked,
  })
  return { linked: isLinked ? data : undefined, isPending: isLinked && isPending, isLoadingError, error, refetch }
}

/** The search params for a day, or for an appointment on its day. */
function toDayParams(current: URLSearchParams, next: { day?: string; appointmentId?: string }) {
  const search = new URLSearchParams(current)
  for (const name of [DAY_PARAMETER, LINK_PARAMETER]) search.delete(name)
  if (next.day) search.set(DAY_PARAMETER, next.day)
  if (next.appointmentId) search.set(LINK_PARAMETER, next.appointmentId)
  return search
}

type DayResult = Pick<UseQueryResult<StaffDay>, 'data' | 'error' | 'isLoadingError'>

/** Without network what was today may be over by now: the date that it is there, also in a shift past midnight. */
export function findToday({ data, error }: Pick<DayResult, 'data' | 'error'>, now: Date) {
  if (!data || !error) return data?.date
  const timeZone = data.barbers[0]?.timeZone ?? deviceTimeZone()
  const end = Math.max(MINUTES_OF_DAY, ...data.barbers.flatMap(({ hours }) => hours.map((span) => span.end)))
  const minute = toTimelineMinute(now, data.date, timeZone)
  return minute < end ? data.date : addCalendarDays(data.date, Math.floor(minute / MINUTES_OF_DAY))
}

/** Another day than the one that `today` has: that of the URL, or the current one when `today` is of a former day. */
function useOtherDay(viewer: DayViewer, { today, requested }: { today: DayResult; requested: string }) {
  const now = useNow()
  const actualDate = findToday(today, now)
  const wanted = isDate(requested) ? requested : actualDate
  const otherDate = wanted !== today.data?.date ? wanted : undefined
  const other = useQuery({
    ...staffDayQuery(viewer, otherDate),
    enabled: otherDate !== undefined,
    placeholderData: keepPreviousData,
  })
  // The former day is better than none.
  const isMissing = !isDate(requested) && other.isLoadingError
  return { actualDate, otherDate: isMissing ? undefined : otherDate, other }
}

/** The day of the URL, or that of the appointment of the URL; otherwise today. With navigation to other days. */
export function useStaffDay(viewer: DayViewer) {
  const [params, changeParams] = useUrlParams()
  const link = useLinkedAppointment(params)
  const requested = link.linked?.date ?? params.get(DAY_PARAMETER) ?? ''
  const today = useQuery(staffDayQuery(viewer, undefined))
  const { actualDate, otherDate, other } = useOtherDay(viewer, { today, requested })
  const isResolving = link.isPending || link.isLoadingError
  const ofDay = otherDate ? other : today
  const shown = isResolving ? link : ofDay
  const date = isResolving ? undefined : (otherDate ?? today.data?.date)
  const goTo = (next: string | undefined) =>
    changeParams((current) => toDayParams(current, { day: next === actualDate ? undefined : next }))
  const day = date && ofDay.data?.date === date ? ofDay.data : undefined
  return {
    day,
    /** How old the day is. */
    freshness: day && ofDay,
    date,
    today: actualDate,
    isError: shown.isLoadingError,
    error: shown.error,
    refetch: shown.refetch,
    goTo,
    /** Set on an owner's day. A barber's day has every barbershop of the barber. */
    barbershopId: viewer.side === 'owner' ? viewer.barbershopId : undefined,
    moveBy: (days: number) => date && goTo(addCalendarDays(date, days)),
    /** The appointment of the URL, which is open on its day. */
    linked: link.linked?.appointment,
    openLinked: (appointmentId: string) => void changeParams((current) => toDayParams(current, { appointmentId })),
    closeLinked: () => void goTo(date),
  }
}

export type ShownStaffDay = ReturnType<typeof useStaffDay>
