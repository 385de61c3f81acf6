import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import { clsx } from 'clsx'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useCommands } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useHasColumns, useIsWide } from '../../../ui/use-media-query.ts'
import { useBarberOfUrl } from '../agenda/status-tabs.tsx'
import { applyCommands } from '../commands/rules.ts'
import { NewAppointmentButton, NewAppointmentSheet } from '../new-appointment/new-appointment-button.tsx'
import type { RenderGapSlots } from '../new-appointment/new-appointment-sheet.tsx'
import { type NewAppointmentTarget, toAppointmentTarget } from '../new-appointment/rules.ts'
import { ForgottenList } from '../outcome/forgotten-list.tsx'
import { LateList } from '../outcome/late-list.tsx'
import { computeTimelineSpan, formatMinuteOfDay, type MinuteSpan, toTimelineMinute } from '../timeline/rules.ts'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { type BoardViewProps, EmptyDay, SingleBarber, VerticalRuler } from './barber-timeline.tsx'
import { DayFrame, useStaffDay } from './day-frame.tsx'
import { DayTimeline, NowMarker, TimeOffLink } from './day-timeline.tsx'
import { DragLayer } from './drag-layer.tsx'
import { isBarberFree, listGaps, shortenNames } from './rules.ts'
import { useMoves } from './use-moves.ts'
import { type DayQueueProps, toDayQueue, type UndoableChanges, useUndoableChanges } from './use-undoable-changes.ts'

const SCALE = 1.6

type DayBoardProps = {
  userId: string
  barbershopId: string
  /** The queue of walk-ins beside the columns of today, its children. */
  queue?: (props: DayQueueProps & { children: ReactNode }) => ReactNode
  /** Beside a walk-in in a gap. */
  renderGapSlots?: RenderGapSlots
}

/** A barbershop's day: one column per barber next to one ruler; on phones one barber at a time. */
export function DayBoard({ userId, barbershopId, queue, renderGapSlots }: DayBoardProps) {
  const shown = useStaffDay({ side: 'owner', userId, barbershopId })
  const now = useNow()
  const changes = useUndoableChanges()
  const moves = useMoves()
  const hasColumns = useHasColumns()
  const isWide = useIsWide()
  const [openId, setOpenId] = useState<string>()
  const [target, setTarget] = useState<NewAppointmentTarget>()
  const { commands } = useCommands()
  const day = shown.day && applyCommands(moves.applyMoves(shown.day), commands)
  const View = hasColumns ? Columns : SingleBarber
  const isToday = shown.date === shown.today
  const place = { barbershopId, timeZone: zoneOf(day) }
  const view = day && (
    <>
      <View
        day={day}
        now={now}
        changes={changes}
        moves={moves}
        isToday={isToday}
        onOpen={({ id }) => setOpenId(id)}
        onAddWalkIn={(workday, gap) => setTarget(toAppointmentTarget(day, workday, gap))}
      />
      {!isWide && <p className="text-center text-sm text-mute">Segure um horário para arrastar.</p>}
    </>
  )
  return (
    <DayFrame
      shown={shown}
      day={day}
      actions={day && hasColumns && <BoardHeader barbershopId={barbershopId} day={day} hasColumns />}
    >
      {day && (
        <>
          {!hasColumns && <BoardHeader barbershopId={barbershopId} day={day} hasColumns={false} />}
          {isToday && (
            <OutcomeLists barbershopId={barbershopId} day={day} now={now} changes={changes} open={shown.openLinked} />
          )}
          {queue && isToday ? queue({ ...toDayQueue(day.barbers, changes), ...place, children: view }) : view}
          <AppointmentDialog
            appointment={
              shown.linked ?? day.barbers.flatMap(({ appointments }) => appointments).find(({ id }) => id === openId)
            }
            now={now}
            changes={changes}
            moves={moves}
            onClose={() => {
              setOpenId(undefined)
              if (shown.linked) shown.closeLinked()
            }}
          />
          <Suspense>
            {target && (
              <NewAppointmentSheet
                target={target}
                renderGapSlots={renderGapSlots}
                onClose={() => setTarget(undefined)}
              />
            )}
          </Suspense>
        </>
      )}
    </DayFrame>
  )
}

type OutcomeListsProps = {
  barbershopId: string
  day: StaffDay
  now: Date
  changes: UndoableChanges
  open: (appointmentId: string) => void
}

/** Above the board, which scrolls within itself: who is late, and what was not said yet. */
function OutcomeLists({ barbershopId, day, now, changes, open }: OutcomeListsProps) {
  const appointments = day.barbers.flatMap((workday) => workday.appointments)
  return (
    <>
      <LateList appointments={appointments} now={now} changes={changes} hasBarbers onOpen={open} />
      <ForgottenList
        barbershopId={barbershopId}
        appointments={appointments}
        now={now}
        changes={changes}
        onOpen={({ id }) => open(id)}
      />
    </>
  )
}

const zoneOf = (day: StaffDay | undefined) => day?.barbers[0]?.timeZone ?? 'America/Sao_Paulo'

function BoardHeader({ barbershopId, day, hasColumns }: { barbershopId: string; day: StaffDay; hasColumns: boolean }) {
  return (
    <div className={hasColumns ? 'ml-auto flex flex-wrap items-center justify-end gap-x-6 gap-y-2' : undefined}>
      {hasColumns && (
        <p className="text-sm text-mute max-lg:hidden">Arraste um horário para mudar. No teclado: M e as setas.</p>
      )}
      <div className={hasColumns ? 'w-64 max-w-full' : undefined}>
        <NewAppointmentButton target={{ barbershopId, date: day.date, timeZone: zoneOf(day), workdays: day.barbers }} />
      </div>
    </div>
  )
}

/**
 * At least: a first name and a service can be read. Eight fit between the ruler and the queue on a screen of 1280 px, also beside
 * a scrollbar; with more the board scrolls.
 */
const COLUMN_WIDTH = 112
const COLUMN_GAP = 2
const RULER_WIDTH = 60
const HEADER_HEIGHT = 80

const boardStyle = (columns: number) => ({
  columnGap: COLUMN_GAP,
  gridTemplateColumns: `${RULER_WIDTH}px`,
  minWidth: RULER_WIDTH + columns * (COLUMN_WIDTH + COLUMN_GAP),
})

/** Scrolls the board once to the current time, with the last half hour above it. */
function useScrollToNow(board: RefObject<HTMLElement | null>, minute: number | undefined) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || minute === undefined) return
    isDone.current = true
    board.current?.scrollTo({ top: Math.max(0, (minute - 30) * SCALE) })
  }, [board, minute])
}

/** Brings the column of the barber of the URL into view, once for each. */
function useScrollToBarber(board: RefObject<HTMLElement | null>, barberId: string | null) {
  useEffect(() => {
    const column = barberId && board.current?.querySelector(`[data-timeline="${CSS.escape(barberId)}"]`)
    if (!column || !board.current) return
    const { left } = board.current.getBoundingClientRect()
    board.current.scrollLeft += column.getBoundingClientRect().left - left - RULER_WIDTH - COLUMN_GAP
  }, [board, barberId])
}

/**
 * Around what scrolls, which fits inside of the round corners. Round corners of its own, or of anything that clips it, would make
 * the browser query the main thread at the start of each scroll what is below the pointer, and the board would stand still until then.
 */
const frameClass =
  'rounded-card border border-line bg-card px-1 py-1.25 has-[>:focus-visible]:outline-2 has-[>:focus-visible]:outline-offset-2 has-[>:focus-visible]:outline-navy'

/** Barbers side by side. Their names and the hours stay visible while it scrolls. */
function Columns({ day, now, isToday, changes, moves, onOpen, onAddWalkIn }: BoardViewProps) {
  const { barbers: workdays, date } = day
  const applyPending = (workday: BarberWorkday) => ({
    ...workday,
    appointments: workday.appointments.map(changes.applyPending),
  })
  const shown = workdays.map(applyPending)
  const span = computeTimelineSpan(shown, date)
  const minute = toTimelineMinute(now, date, workdays[0]?.timeZone ?? 'UTC')
  const board = useRef<HTMLElement>(null)
  const [barberId] = useBarberOfUrl()
  const shortNames = shortenNames(shown.map(({ name }) => name))
  useScrollToNow(board, isToday && span ? minute - span.start : undefined)
  useScrollToBarber(board, span ? barberId : null)
  if (!span) return <EmptyDay>Ninguém trabalha neste dia.</EmptyDay>
  return (
    <div className={frameClass}>
      <section
        ref={board}
        aria-label="Quadro do dia"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[calc(100dvh-7.75rem)] scroll-pt-16 scroll-pl-16 overflow-auto overscroll-x-contain bg-card pb-2 outline-none"
      >
        <div className="relative grid auto-cols-fr grid-flow-col" style={boardStyle(shown.length)}>
          <Hours span={span} minute={minute} free={listFreeRanges(shown, minute)} />
          <NowMarker minute={minute} span={span} scale={SCALE} offset={HEADER_HEIGHT} />
          {shown.map((workday, index) => (
            <Column
              key={workday.barberId}
              workday={workday}
              shortName={shortNames[index] ?? workday.name}
              isChosen={workday.barberId === barberId}
              date={date}
              span={span}
              minute={minute}
              now={now}
              isToday={isToday}
              onOpen={onOpen}
              onAddWalkIn={onAddWalkIn}
            />
          ))}
          <DragLayer board={board} date={date} span={span} now={now} moves={moves} workdays={shown} scale={SCALE} />
        </div>
      </section>
    </div>
  )
}

type HoursProps = { span: MinuteSpan; minute: number; free: ReturnType<typeof listFreeRanges> }

/** The ruler, with the current time: it stays at the left edge, below the corner of names and hours. */
function Hours({ span, minute, free }: HoursProps) {
  const isNow = minute > span.start && minute < span.end
  return (
    <div className="sticky left-0 z-20 bg-card">
      <div className="sticky top-0 z-10 h-20 border-b border-line bg-card" />
      <div className="relative pl-1">
        <VerticalRuler from={span.start} to={span.end} free={free} scale={SCALE} now={minute} />
        {isNow && (
          <span
            aria-hidden="true"
            className="absolute left-0 -translate-y-1/2 rounded-small bg-ink px-1.5 text-xs font-semibold text-paper tabular-nums"
            style={{ top: (minute - span.start) * SCALE }}
          >
            {formatMinuteOfDay(minute)}
          </span>
        )}
      </div>
    </div>
  )
}

type ColumnProps = Pick<BoardViewProps, 'now' | 'isToday' | 'onOpen' | 'onAddWalkIn'> & {
  workday: BarberWorkday
  shortName: string
  /** The barber of the URL. */
  isChosen: boolean
  date: string
  span: MinuteSpan
  minute: number
}

/** A narrow one has the first name above the button, and no picture. */
function Column(props: ColumnProps) {
  const { workday, shortName, isChosen, date, span, minute, now, isToday, onOpen, onAddWalkIn } = props
  return (
    <section aria-label={workday.name} className="min-w-0">
      <header
        className={clsx(
          '@container sticky top-0 z-10 flex h-20 items-center gap-2 border-b border-line pl-1',
          isChosen ? 'bg-sunken' : 'bg-card',
        )}
      >
        <Avatar name={workday.name} src={workday.avatarUrl} className="size-9 text-xs @max-[13rem]:hidden" />
        <div className="min-w-0 flex-1 @max-[10rem]:self-start @max-[10rem]:pt-2">
          <h3
            title={workday.name}
            className="line-clamp-3 font-sans text-base leading-tight wrap-anywhere font-semibold tracking-normal"
          >
            <span className="@max-[10rem]:sr-only">{workday.name}</span>
            <span aria-hidden="true" className="line-clamp-1 @min-[10rem]:hidden">
              {shortName}
            </span>
          </h3>
          {isToday && isBarberFree(workday, minute) && <p className="text-xs font-semibold text-green">livre agora</p>}
        </div>
        {isToday && (
          <IconButton
            label={`Encaixar agora com ${workday.name}`}
            className="@max-[10rem]:absolute @max-[10rem]:right-0 @max-[10rem]:bottom-0"
            onClick={() => onAddWalkIn(workday)}
          >
            <Icon name="plus" className="size-5" />
          </IconButton>
        )}
      </header>
      <DayTimeline
        workday={workday}
        date={date}
        span={span}
        now={now}
        onOpen={onOpen}
        gaps={listGaps(workday.free, minute)}
        scale={SCALE}
        onAddWalkIn={(gap) => onAddWalkIn(workday, gap)}
      />
      <TimeOffLink workday={workday} date={date} />
    </section>
  )
}

/** Ranges in which at least one barber is free. */
function listFreeRanges(workdays: readonly BarberWorkday[], now: number) {
  return workdays.flatMap(({ free }) => listGaps(free, now).map(({ start, end }) => [start, end] as const))
}
