import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { VerticalRuler } from '../../../ui/vertical-ruler.tsx'
import { WalkInDialog, type WalkInTarget } from '../walk-in/walk-in-dialog.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { BarberTimeline, EmptyDay } from './barber-timeline.tsx'
import { DayFrame, useStaffDay } from './day-frame.tsx'
import { DayTimeline, NowMarker } from './day-timeline.tsx'
import { computeTimelineSpan, listGaps, type MinuteSpan, toTimelineMinute } from './rules.ts'
import { type UndoableChanges, useUndoableChanges } from './use-undoable-changes.ts'

const SCALE = 1.6

type DayBoardProps = { userId: string; barbershopId: string }

/** A barbershop's day: one column per barber next to one ruler; on phones one barber at a time. */
export function DayBoard({ userId, barbershopId }: DayBoardProps) {
  const shown = useStaffDay({ side: 'owner', userId, barbershopId })
  const now = useNow()
  const changes = useUndoableChanges()
  const isWide = useIsWide()
  const [openId, setOpenId] = useState<string>()
  const [walkIn, setWalkIn] = useState<WalkInTarget>()
  const { day } = shown
  const View = isWide ? Columns : SingleBarber
  return (
    <DayFrame shown={shown}>
      {day && (
        <>
          <View
            {...{ day, now, changes }}
            isToday={shown.date === shown.today}
            onOpen={({ id }) => setOpenId(id)}
            onAddWalkIn={(workday, gap) => setWalkIn({ workday, date: day.date, gap })}
          />
          <AppointmentDialog
            appointment={day.chairs.flatMap(({ appointments }) => appointments).find(({ id }) => id === openId)}
            {...{ now, changes }}
            onClose={() => setOpenId(undefined)}
          />
          <WalkInDialog target={walkIn} onClose={() => setWalkIn(undefined)} />
        </>
      )}
    </DayFrame>
  )
}

type ViewProps = {
  day: StaffDay
  now: Date
  isToday: boolean
  changes: UndoableChanges
  onOpen: (appointment: Appointment) => void
  onAddWalkIn: (workday: BarberWorkday, gap?: MinuteSpan) => void
}

function WalkInButton({ workday, onAddWalkIn }: { workday: BarberWorkday; onAddWalkIn: ViewProps['onAddWalkIn'] }) {
  return (
    <Button
      variant="outline"
      className="px-3!"
      aria-label={`Encaixar agora com ${workday.name}`}
      onClick={() => onAddWalkIn(workday)}
    >
      <Icon name="plus" className="size-4.5" />
      Encaixar
    </Button>
  )
}

/** Barbers side by side, with horizontal scrolling. */
function Columns({ day: { chairs: workdays, date }, now, isToday, changes, onOpen, onAddWalkIn }: ViewProps) {
  const shown = workdays.map((workday) => ({
    ...workday,
    appointments: workday.appointments.map(changes.applyPending),
  }))
  const span = computeTimelineSpan(shown, date)
  if (!span) return <EmptyDay>Ninguém trabalha neste dia.</EmptyDay>
  const minute = toTimelineMinute(now, date, workdays[0]?.timeZone ?? 'UTC')
  return (
    <section
      aria-label="Quadro do dia"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card p-4"
    >
      <div className="relative grid min-w-max auto-cols-[minmax(11rem,1fr)] grid-flow-col grid-cols-[3.5rem] gap-x-3">
        <div className="pt-16">
          <VerticalRuler from={span.start} to={span.end} free={listFreeRanges(shown, minute)} scale={SCALE} />
        </div>
        <NowMarker minute={minute} span={span} scale={SCALE} offset={64} />
        {shown.map((workday) => (
          <Column key={workday.barberId} {...{ workday, date, span, minute, isToday, onOpen, onAddWalkIn }} />
        ))}
      </div>
    </section>
  )
}

type ColumnProps = Pick<ViewProps, 'isToday' | 'onOpen' | 'onAddWalkIn'> & {
  workday: BarberWorkday
  date: string
  span: MinuteSpan
  minute: number
}

function Column({ workday, date, span, minute, isToday, onOpen, onAddWalkIn }: ColumnProps) {
  return (
    <section aria-label={workday.name}>
      <header className="flex h-16 items-center gap-2 pb-3">
        <Avatar name={workday.name} src={workday.avatarUrl} className="size-9 text-xs" />
        <h3 className="min-w-0 flex-1 truncate font-sans text-base font-semibold tracking-normal">{workday.name}</h3>
        {isToday && <WalkInButton {...{ workday, onAddWalkIn }} />}
      </header>
      <DayTimeline
        {...{ workday, date, span, onOpen }}
        gaps={listGaps(workday.free, minute)}
        scale={SCALE}
        onAddWalkIn={(gap) => onAddWalkIn(workday, gap)}
      />
    </section>
  )
}

/** Ranges in which at least one barber is free. */
function listFreeRanges(workdays: readonly BarberWorkday[], now: number) {
  return workdays.flatMap(({ free }) => listGaps(free, now).map(({ start, end }) => [start, end] as const))
}

function SingleBarber({ day: { chairs: workdays, date }, now, isToday, changes, onOpen, onAddWalkIn }: ViewProps) {
  const [selectedId, setSelectedId] = useState<string>()
  const workday = workdays.find(({ barberId }) => barberId === selectedId) ?? (workdays[0] as BarberWorkday)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2">
        <Select
          aria-label="Barbeiro"
          options={workdays.map(({ barberId, name }) => ({ value: barberId, label: name }))}
          value={workday.barberId}
          onChange={setSelectedId}
        />
        {isToday && <WalkInButton {...{ workday, onAddWalkIn }} />}
      </div>
      <BarberTimeline key={workday.barberId + date} {...{ workday, date, now, changes, onOpen, onAddWalkIn }} />
    </div>
  )
}
