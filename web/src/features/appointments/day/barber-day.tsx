import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type ComponentProps, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useCommands } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { getServedName } from '../agenda/rules.ts'
import { applyCommands } from '../commands/rules.ts'
import { NewAppointmentButton, NewAppointmentSheet } from '../new-appointment/new-appointment-button.tsx'
import type { RenderGapSlots } from '../new-appointment/new-appointment-sheet.tsx'
import { type NewAppointmentTarget, toAppointmentTarget } from '../new-appointment/rules.ts'
import { ForgottenList } from '../outcome/forgotten-list.tsx'
import { LateList } from '../outcome/late-list.tsx'
import { AppointmentDialog, DayActions, listOneTapActions } from './appointment-dialog.tsx'
import { DayTotals, LaterAppointments, NextCard, OpenList } from './barber-day-cards.tsx'
import { BarberTimeline } from './barber-timeline.tsx'
import { DayFrame, type ShownStaffDay, useStaffDay } from './day-frame.tsx'
import { findNextAppointment, listFollowing } from './rules.ts'
import { type Moves, useMoves } from './use-moves.ts'
import { type DayQueueProps, toDayQueue, type UndoableChanges, useUndoableChanges } from './use-undoable-changes.ts'

type QueueSlotProps = DayQueueProps & { barberId: string; part: 'column' | 'bar'; children: ReactNode }
/** The queue of walk-ins: in the column of the next customer, and in the bar of a phone instead of its children. */
type QueueSlot = (props: QueueSlotProps) => ReactNode

type BarberDayProps = { userId: string; queue?: QueueSlot; renderGapSlots?: RenderGapSlots }

/** A barber's day on one screen: next customer, open requests, timeline and walk-ins. */
export function BarberDay({ userId, queue, renderGapSlots }: BarberDayProps) {
  const shown = useStaffDay({ side: 'barber', userId })
  const [selectedId, setSelectedId] = useState<string>()
  const moves = useMoves()
  const { commands } = useCommands()
  const day = shown.day && applyCommands(moves.applyMoves(shown.day), commands)
  const workdays = day?.barbers ?? []
  const openBarberId = selectedId ?? shown.linked?.barber.id
  const workday = workdays.find(({ barberId }) => barberId === openBarberId) ?? workdays[0]
  return (
    <DayFrame shown={shown} day={day}>
      {workdays.length > 1 && (
        <Segmented
          label="Cadeira"
          options={workdays.map(({ barberId, barbershop }) => ({ value: barberId, label: barbershop.name }))}
          value={workday?.barberId ?? ''}
          onChange={setSelectedId}
        />
      )}
      {day && workday && (
        <WorkdayScreen
          shown={shown}
          day={day}
          workday={workday}
          moves={moves}
          queue={queue}
          renderGapSlots={renderGapSlots}
        />
      )}
    </DayFrame>
  )
}

type WorkdayScreenProps = {
  shown: ShownStaffDay
  day: StaffDay
  workday: BarberWorkday
  moves: Moves
  queue: QueueSlot | undefined
  renderGapSlots: RenderGapSlots | undefined
}

function WorkdayScreen({ shown, day, workday, moves, queue, renderGapSlots }: WorkdayScreenProps) {
  const isToday = shown.date === shown.today
  const now = useNow()
  const changes = useUndoableChanges()
  const [openId, setOpenId] = useState<string>()
  const [target, setTarget] = useState<NewAppointmentTarget>()
  const all = day.barbers.flatMap(({ appointments }) => appointments)
  const next = isToday ? findNextAppointment(all, now) : undefined
  const own = { ...toAppointmentTarget(day, workday), isOwnDay: true }
  const bookingButtons = (
    <BookingButtons
      target={{ ...own, isNow: false }}
      openWalkIn={isToday ? () => setTarget({ ...own, isNow: true }) : undefined}
    />
  )
  const content = { next, now, changes, bookingButtons }
  const slot = isToday && queue ? toQueueProps(workday, day, changes) : undefined
  return (
    <>
      <DayTotals appointments={all} />
      {isToday && <LateList appointments={all} now={now} changes={changes} onOpen={setOpenId} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NextColumn
          {...content}
          isToday={isToday}
          showsBarbershop={day.barbers.length > 1}
          queue={slot && queue?.({ ...slot, part: 'column', children: <BarContent {...content} isRow /> })}
        >
          <LaterAppointments appointments={isToday ? listFollowing(all, next) : []} onOpen={setOpenId} />
          {isToday && (
            <ForgottenList appointments={all} now={now} changes={changes} onOpen={({ id }) => shown.openLinked(id)} />
          )}
          <Requests next={next} now={now} changes={changes} requests={day.requests} onOpen={setOpenId} />
        </NextColumn>
        <OwnTimeline
          workday={workday}
          now={now}
          changes={changes}
          moves={moves}
          date={day.date}
          onOpen={({ id }) => setOpenId(id)}
          onAddWalkIn={(_, gap) => setTarget({ ...own, gap, isNow: false })}
        />
      </div>
      <BottomBar slot={slot} queue={queue} regular={<BarContent {...content} />} />
      <OpenDialog
        shown={shown}
        day={day}
        openId={openId}
        now={now}
        changes={changes}
        moves={moves}
        onClose={() => setOpenId(undefined)}
      />
      <Suspense>
        {target && (
          <NewAppointmentSheet target={target} renderGapSlots={renderGapSlots} onClose={() => setTarget(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** Below the screen of a phone, where the next customer is painted first. */
function OwnTimeline(props: Omit<ComponentProps<typeof BarberTimeline>, 'isOwn'>) {
  const isShown = useDeferredValue(true, useIsWide())
  if (!isShown) return <div className="min-h-dvh" />
  return <BarberTimeline key={props.workday.barberId + props.date} {...props} isOwn />
}

function toQueueProps({ barberId, barbershop, timeZone }: BarberWorkday, day: StaffDay, changes: UndoableChanges) {
  return { ...toDayQueue(day.barbers, changes), barbershopId: barbershop.id, barberId, timeZone }
}

type BookingButtonsProps = { target: NewAppointmentTarget; openWalkIn: (() => void) | undefined }

function BookingButtons({ target, openWalkIn }: BookingButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2 [&>button]:w-auto! [&>button]:grow max-sm:[&>button]:px-2! max-sm:[&>button]:whitespace-nowrap max-sm:[&>button>svg]:hidden sm:max-lg:[&>button]:basis-0 lg:[&>button]:px-3! lg:[&>button]:whitespace-nowrap">
      <NewAppointmentButton target={target} />
      {openWalkIn && (
        <Button variant="ink" isWide onClick={openWalkIn}>
          <Icon name="plus" />
          Encaixar agora
        </Button>
      )}
    </div>
  )
}

type OpenDialogProps = Pick<WorkdayScreenProps, 'shown' | 'day'> & {
  openId: string | undefined
  now: Date
  changes: UndoableChanges
  moves: Moves
  onClose: () => void
}

/** The details of the appointment of the URL, or of the one that was pressed: of this day, or a request of another. */
function OpenDialog({ shown, day, openId, now, changes, moves, onClose }: OpenDialogProps) {
  const { linked, openLinked, closeLinked } = shown
  const ofDay = day.barbers.flatMap(({ appointments }) => appointments).find(({ id }) => id === openId)
  const ofOtherDay = ofDay ? undefined : day.requests?.find(({ id }) => id === openId)
  return (
    <AppointmentDialog
      appointment={linked ?? ofDay ?? ofOtherDay}
      now={now}
      changes={changes}
      moves={moves}
      onShowDay={!linked && ofOtherDay ? () => openLinked(ofOtherDay.id) : undefined}
      onClose={() => {
        onClose()
        if (linked) closeLinked()
      }}
    />
  )
}

type RequestsProps = {
  requests: readonly Appointment[] | undefined
  next: Appointment | undefined
  now: Date
  changes: UndoableChanges
  onOpen: (id: string) => void
}

/** The requests of all days. */
function Requests({ requests = [], next, now, changes, onOpen }: RequestsProps) {
  const others = requests.filter(({ id }) => id !== next?.id)
  return <OpenList title="Esperando sua resposta" appointments={others} now={now} changes={changes} onOpen={onOpen} />
}

type BarProps = { next: Appointment | undefined; now: Date; changes: UndoableChanges; bookingButtons: ReactNode }
type NextColumnProps = BarProps & { isToday: boolean; showsBarbershop: boolean; queue: ReactNode; children: ReactNode }

/** Next to the timeline on wide screens; above it on phones, where the buttons are in the bottom bar. */
function NextColumn({ next, now, changes, bookingButtons, isToday, showsBarbershop, ...slots }: NextColumnProps) {
  const isWide = useIsWide()
  return (
    <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-24 lg:order-last">
      {slots.queue}
      {next && (
        <NextCard appointment={changes.applyPending(next)} now={now} showsBarbershop={showsBarbershop}>
          {isWide && <DayActions appointment={next} now={now} changes={changes} />}
        </NextCard>
      )}
      {!next && isToday && (
        <p className="rounded-card border border-dashed border-line p-5 text-center text-mute">
          Ninguém mais marcado para hoje.
        </p>
      )}
      {isWide && bookingButtons}
      {slots.children}
    </div>
  )
}

type BottomBarProps = {
  slot: ReturnType<typeof toQueueProps> | undefined
  queue: QueueSlot | undefined
  regular: ReactNode
}

function BottomBar({ slot, queue, regular }: BottomBarProps) {
  const isWide = useIsWide()
  if (isWide) return null
  const children = slot && queue ? queue({ ...slot, part: 'bar', children: regular }) : regular
  return (
    <div className="sticky bottom-[var(--bottom-navigation,0px)] z-20 -mx-5 mt-auto grid gap-2 border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7">
      {children}
    </div>
  )
}

/** What the bar of a phone has without a queue. With one it is a row of the page, whose loud button is in the bar. */
function BarContent({ next, now, changes, bookingButtons, isRow = false }: BarProps & { isRow?: boolean }) {
  const hasActions =
    next !== undefined && (listOneTapActions(next, now).length > 0 || changes.findPending(next.id) !== undefined)
  return (
    <>
      {next && hasActions && (
        <>
          <p className="line-clamp-4 wrap-anywhere text-sm text-mute">{getServedName(next)}</p>
          <DayActions appointment={next} now={now} changes={changes} isRow={isRow} />
        </>
      )}
      {bookingButtons}
    </>
  )
}
