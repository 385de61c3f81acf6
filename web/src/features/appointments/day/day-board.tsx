import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { VerticalRuler } from '../../../ui/vertical-ruler.tsx'
import { WalkInDialog, type WalkInPlace } from '../walk-in/walk-in-dialog.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { DayFrame } from './day-frame.tsx'
import { DayLine } from './day-line.tsx'
import { NowLine } from './now-line.tsx'
import { gapsFrom, lineSpan, type Span, toLineMinute } from './rules.ts'
import { NobodyWorks, TodayLine } from './today-line.tsx'
import { useDay } from './use-day.ts'
import { type Undoable, useUndoable } from './use-undoable.ts'

const SCALE = 1.6

type DayBoardProps = { userId: string; barbershopId: string }

/** A shop's day: one column per barber on one ruler; on a phone one chair at a time. */
export function DayBoard({ userId, barbershopId }: DayBoardProps) {
  const shown = useDay({ side: 'owner', userId, barbershopId })
  const now = useNow()
  const undoable = useUndoable()
  const isWide = useIsWide()
  const [openId, setOpenId] = useState<string>()
  const [place, setPlace] = useState<WalkInPlace>()
  const { day } = shown
  const View = isWide ? Columns : OneChair
  return (
    <DayFrame shown={shown}>
      {day && (
        <>
          <View
            {...{ day, now, undoable }}
            isToday={shown.date === shown.today}
            onOpen={({ id }) => setOpenId(id)}
            onFit={(chair, gap) => setPlace({ chair, date: day.date, gap })}
          />
          <AppointmentDialog
            appointment={day.chairs.flatMap(({ appointments }) => appointments).find(({ id }) => id === openId)}
            {...{ now, undoable }}
            onClose={() => setOpenId(undefined)}
          />
          <WalkInDialog place={place} onClose={() => setPlace(undefined)} />
        </>
      )}
    </DayFrame>
  )
}

type ViewProps = {
  day: StaffDay
  now: Date
  isToday: boolean
  undoable: Undoable
  onOpen: (appointment: Appointment) => void
  onFit: (chair: BarberWorkday, gap?: Span) => void
}

function FitButton({ chair, onFit }: { chair: BarberWorkday; onFit: ViewProps['onFit'] }) {
  return (
    <Button
      variant="outline"
      className="px-3!"
      aria-label={`Encaixar agora com ${chair.name}`}
      onClick={() => onFit(chair)}
    >
      <Icon name="plus" className="size-4.5" />
      Encaixar
    </Button>
  )
}

/** Barbers beside each other; more than fit are reached by scrolling sideways, the hours stay. */
function Columns({ day: { chairs, date }, now, isToday, undoable, onOpen, onFit }: ViewProps) {
  const shown = chairs.map((chair) => ({ ...chair, appointments: chair.appointments.map(undoable.show) }))
  const span = lineSpan(shown, date)
  if (!span) return <NobodyWorks>Ninguém trabalha neste dia.</NobodyWorks>
  const minute = toLineMinute(now, date, chairs[0]?.timeZone ?? 'UTC')
  return (
    <section
      aria-label="Quadro do dia"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card p-4"
    >
      <div className="relative grid min-w-max auto-cols-[minmax(11rem,1fr)] grid-flow-col grid-cols-[3.5rem] gap-x-3">
        <div className="pt-16">
          <VerticalRuler from={span.start} to={span.end} free={freeOfAll(shown, minute)} scale={SCALE} />
        </div>
        <NowLine minute={minute} span={span} scale={SCALE} offset={64} />
        {shown.map((chair) => (
          <Column key={chair.barberId} {...{ chair, date, span, minute, isToday, onOpen, onFit }} />
        ))}
      </div>
    </section>
  )
}

type ColumnProps = Pick<ViewProps, 'isToday' | 'onOpen' | 'onFit'> & {
  chair: BarberWorkday
  date: string
  span: Span
  minute: number
}

function Column({ chair, date, span, minute, isToday, onOpen, onFit }: ColumnProps) {
  return (
    <section aria-label={chair.name}>
      <header className="flex h-16 items-center gap-2 pb-3">
        <Avatar name={chair.name} src={chair.avatarUrl} className="size-9 text-xs" />
        <h3 className="min-w-0 flex-1 truncate font-sans text-base font-semibold tracking-normal">{chair.name}</h3>
        {isToday && <FitButton {...{ chair, onFit }} />}
      </header>
      <DayLine
        {...{ chair, date, span, onOpen }}
        gaps={gapsFrom(chair.free, minute)}
        scale={SCALE}
        onFit={(gap) => onFit(chair, gap)}
      />
    </section>
  )
}

/** Red where at least one chair is free. */
function freeOfAll(chairs: readonly BarberWorkday[], now: number) {
  return chairs.flatMap(({ free }) => gapsFrom(free, now).map(({ start, end }) => [start, end] as const))
}

function OneChair({ day: { chairs, date }, now, isToday, undoable, onOpen, onFit }: ViewProps) {
  const [chairId, setChairId] = useState<string>()
  const chair = chairs.find(({ barberId }) => barberId === chairId) ?? (chairs[0] as BarberWorkday)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2">
        <Select
          aria-label="Barbeiro"
          options={chairs.map(({ barberId, name }) => ({ value: barberId, label: name }))}
          value={chair.barberId}
          onChange={setChairId}
        />
        {isToday && <FitButton {...{ chair, onFit }} />}
      </div>
      <TodayLine key={chair.barberId + date} {...{ chair, date, now, undoable, onOpen, onFit }} />
    </div>
  )
}
