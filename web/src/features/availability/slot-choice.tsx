import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { addCalendarDays } from '../../lib/local-time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { DaySlotsView } from './day-slots.tsx'
import { DayStrip } from './day-strip.tsx'
import type { DiscountPrices } from './discount.tsx'
import type { AvailabilityTarget, useAvailability } from './queries.ts'
import { describeBookingTerms, describeSkippedDay, isFullOn } from './rules.ts'

/** Days of the strip; later ones are in the calendar. */
const STRIP_DAYS = 15

type Shop = Pick<Barbershop, 'workingHours' | 'minimumNoticeMin' | 'bookingWindowDays'>

/** What all parts of the slot choice need. */
type SlotChoice = {
  shop: Shop
  target: AvailabilityTarget
  availability: ReturnType<typeof useAvailability>
  onChange: (change: { barberId?: string; date?: string; time?: string }) => void
}

/** The last bookable day, counted from the barbershop's own today. */
function computeLastDay({ bookingWindowDays }: Shop, today: string) {
  return addCalendarDays(today, bookingWindowDays)
}

type TargetCalendarProps = SlotChoice & { as: typeof Calendar | typeof CalendarDialog }

function TargetCalendar({ shop, target, availability: { today, day }, onChange, as: Shape }: TargetCalendarProps) {
  if (!today) return null
  return (
    <Shape
      target={target}
      today={today}
      lastDay={computeLastDay(shop, today)}
      selected={day?.date}
      onSelect={(date) => onChange({ date })}
    />
  )
}

/** Shown next to the choices on wide screens. */
export function AvailabilityCalendar(props: SlotChoice) {
  return <TargetCalendar {...props} as={Calendar} />
}

/** The next days, where there is no room for the calendar: a button after the last day opens it. */
export function UpcomingDays(props: SlotChoice) {
  const { shop, availability, onChange } = props
  const { today } = availability
  if (availability.isError) return null
  const last = today && computeLastDay(shop, today)
  return (
    <DayStrip
      days={availability.days.slice(0, STRIP_DAYS).filter(({ date }) => !last || date <= last)}
      today={today}
      selected={availability.day?.date}
      requested={availability.requested}
      onSelect={(date) => onChange({ date })}
      after={<TargetCalendar {...props} as={CalendarDialog} />}
    />
  )
}

type SlotsOfDayProps = SlotChoice & {
  durationMin: number
  selected: string | undefined
  /** A time that was chosen and is not free any more. */
  missed?: string
  /** Undefined for any barber. */
  barberName: string | undefined
  /** The barbershop's barbers; none when only one can be chosen. */
  barbers?: readonly { id: string; name: string }[]
  /** Current date and time of the appointment being rescheduled. */
  current?: { date: string; time: string }
  /** Slots in which who is to be served has an appointment already. */
  ownBusy?: readonly string[]
  /** The prices of the slots that cost less. */
  discounts?: Readonly<Record<string, DiscountPrices>>
  /** Name of the barbershop's time zone where it differs from the device's. */
  zone: string | undefined
  /** A request for a time that may open, below the explanation why what was wanted is not free. */
  request?: ReactNode
}

export function SlotsOfDay(props: SlotsOfDayProps) {
  const { shop, target, availability, onChange, zone, current, barberName, barbers, request, ...slots } = props
  const { day, today, requested } = availability
  const skipped = requested === day?.date ? undefined : availability.days.find(({ date }) => date === requested)
  const openings = shop.workingHours
  return (
    <DaySlotsView
      day={day}
      skipped={skipped && today ? describeSkippedDay(skipped, { today, openings, barberName }) : undefined}
      missed={slots.missed}
      remedies={
        <>
          <Alternative target={target} availability={availability} barbers={barbers} onChange={onChange} />
          {request}
        </>
      }
      // The code of the request comes later, and has nothing to show for a day without work.
      reservesRequest={request !== undefined && skipped?.isClosed === false}
      note={zone && `Todos em ${zone}.`}
      durationMin={slots.durationMin}
      workingHours={openings}
      selected={slots.selected}
      ownBusy={slots.ownBusy}
      discounts={slots.discounts}
      current={current && current.date === day?.date ? current.time : undefined}
      onSelect={(time) => onChange({ date: day?.date, time })}
      terms={today ? describeBookingTerms({ ...shop, lastDay: computeLastDay(shop, today) }) : ''}
      isError={availability.isError}
      onRetry={() => void availability.refetch()}
    />
  )
}

/** Loaded when the chosen barber is full. */
const LazyAlternative = lazyPart(
  () => import('./earlier-alternative.tsx').then(({ EarlierAlternativeButton }) => EarlierAlternativeButton),
  () => null,
)

type AlternativeProps = Pick<SlotsOfDayProps, 'target' | 'availability' | 'barbers' | 'onChange'>

/** What another barber has, when the chosen one has no slot on the requested day. */
function Alternative({
  target,
  availability: { day, requested, today, from },
  barbers = [],
  onChange,
}: AlternativeProps) {
  const isPossible = target.barberId !== ANY_BARBER && barbers.length > 1
  if (!isPossible || !requested || !today || !day || !isFullOn(requested, day)) return null
  return (
    <Suspense>
      <LazyAlternative
        target={target}
        requested={requested}
        today={today}
        from={from}
        barbers={barbers}
        shown={day}
        onSelect={onChange}
      />
    </Suspense>
  )
}

const LazyCalendar = lazy(() => import('./day-calendar.tsx').then(({ DayCalendar }) => ({ default: DayCalendar })))

type CalendarProps = ComponentProps<typeof LazyCalendar>

/** The calendar's code is loaded when it is first shown; its height is reserved to avoid a layout shift. */
function Calendar(props: CalendarProps) {
  return (
    <div className="min-h-90">
      <Suspense fallback={<Spinner className="mx-auto mt-32 size-6 text-mute" />}>
        <LazyCalendar {...props} />
      </Suspense>
    </div>
  )
}

/** The button after the last day of the strip, and the dialog with later days. */
function CalendarDialog({ onSelect, ...calendar }: CalendarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid min-h-16 w-20 shrink-0 content-center justify-items-center gap-1 rounded-control border border-line bg-card text-sm font-medium transition-colors hover:border-edge"
      >
        <Icon name="calendar" />
        Mais datas
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Escolha a data">
        <Calendar
          {...calendar}
          onSelect={(date) => {
            setOpen(false)
            onSelect(date)
          }}
        />
      </Dialog>
    </>
  )
}
