import type { DaySlots } from '@na-regua/contract/availability'
import type { WorkingHour } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatCount, formatMoney, getWeekday } from '../../lib/format.ts'
import { toMinutes } from '../../lib/local-time.ts'
import { Button } from '../../ui/button.tsx'
import { RulerSkeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Discount, type DiscountPrices } from './discount.tsx'
import {
  computeRulerSpan,
  describeFreeRanges,
  describeMissed,
  formatLongDay,
  groupByPeriod,
  listFreeRanges,
} from './rules.ts'

type DayTimesProps = {
  /** Undefined while loading. */
  day: DaySlots | undefined
  /** Why `day` is a later day than the requested one. */
  skipped: string | undefined
  /** A time that was chosen and is not free any more. */
  missed: string | undefined
  /** Buttons for who does not find the wanted slot: another barber, a request. */
  remedies: ReactNode
  /** The request comes for certain, later than the slots and the other barber: its height is reserved to avoid a layout shift. */
  reservesRequest?: boolean
  /** Shown above the slots. */
  note: string | undefined
  durationMin: number
  workingHours: readonly WorkingHour[]
  selected: string | undefined
  /** The current time of the appointment being rescheduled, when it is on this day: marked, not selectable. */
  current?: string
  /** Slots in which who is to be served has an appointment already: marked. */
  ownBusy?: readonly string[]
  /** The prices of the slots that cost less. */
  discounts?: Readonly<Record<string, DiscountPrices>>
  onSelect: (time: string) => void
  /** Shown below the slots: the barbershop's booking terms. */
  terms: string
  isError: boolean
  onRetry: () => void
}

/** As high as the slots of a typical day, to avoid a layout shift. */
function LoadingSlots() {
  return (
    <div className="grid min-h-96 content-start gap-4 py-6 text-mute">
      <RulerSkeleton className="h-5.5" />
      <p className="text-center">Carregando horários...</p>
    </div>
  )
}

/** The slots of another day come a frame after the tap on it is shown: they are most of what it renders. Until then none can be tapped. */
function LatestSlots({ date, children }: { date: string | undefined; children: ReactNode }) {
  const shown = useDeferredValue({ date, children })
  const isEarlier = shown.date !== date
  return (
    <div inert={isEarlier} className="empty:hidden">
      {isEarlier ? shown.children : children}
    </div>
  )
}

/** What a screen reader announces. */
function describeStatus({ day, skipped, missed }: Pick<DayTimesProps, 'day' | 'skipped' | 'missed'>) {
  const found = day
    ? `${formatCount(day.slots.length, 'horário livre', 'horários livres')} em ${formatLongDay(day.date)}`
    : 'Carregando horários...'
  return [skipped, missed && describeMissed(missed), found].filter(Boolean).join(' ')
}

/** The slots of a day, with a status message for screen readers. */
export function DaySlotsView(props: DayTimesProps) {
  const { day: loaded, skipped, isError, onRetry, remedies, reservesRequest, ...slots } = props
  const { missed } = slots
  const day = isError ? undefined : loaded
  const isEmpty = day !== undefined && day.slots.length === 0
  const explanation = skipped ? `${skipped} Mostrando o próximo dia livre.` : missed && describeMissed(missed)
  const isExplained = day !== undefined && !isEmpty && Boolean(explanation)
  return (
    <>
      <p role="status" className="sr-only">
        {isEmpty || isError ? '' : describeStatus({ day, skipped, missed })}
      </p>
      {isError && <SlotsFailure onRetry={onRetry} />}
      {!day && !isError && <LoadingSlots />}
      {isEmpty && (
        <Notice title="Nenhum horário disponível no momento." icon="calendar">
          Procuramos nos 14 dias seguintes. Tente outro barbeiro, outro serviço ou uma data mais adiante.
        </Notice>
      )}
      {isExplained && <Explanation text={explanation} />}
      <LastingRemedies isShown={isEmpty || isExplained} isReserved={reservesRequest}>
        {remedies}
      </LastingRemedies>
      <LatestSlots date={day?.date}>{day && !isEmpty && <AvailableSlots {...slots} day={day} />}</LatestSlots>
    </>
  )
}

function SlotsFailure({ onRetry }: Pick<DayTimesProps, 'onRetry'>) {
  return (
    <Notice
      tone="error"
      title="Erro ao carregar horários disponíveis. Tente novamente mais tarde."
      action={
        <Button variant="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      }
    />
  )
}

/** Each tap on a day is a navigation: it appears again, also when it stays the same. */
function Explanation({ text }: { text: string | undefined }) {
  const { key } = useLocation()
  return (
    <p key={key} className="animate-rise rounded-control bg-brass-soft px-3.5 py-2.5 text-sm font-medium text-brass">
      {text}
    </p>
  )
}

type LastingRemediesProps = { isShown: boolean; isReserved: boolean | undefined; children: ReactNode }

/** Mounted once it was shown: a dialog of it that is open stays, with what was typed, when a refetch finds free slots. */
function LastingRemedies({ isShown, isReserved, children }: LastingRemediesProps) {
  const height = isReserved ? 'after:h-11 has-[>button:not([data-other])]:after:hidden' : 'empty:hidden'
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  const isMounted = useDeferredValue(wasShown)
  return (
    <div className={isShown ? `grid gap-2 ${height}` : 'contents [&>:not(dialog)]:hidden'}>{isMounted && children}</div>
  )
}

type AvailableSlotsProps = Omit<
  DayTimesProps,
  'day' | 'skipped' | 'missed' | 'remedies' | 'reservesRequest' | 'isError' | 'onRetry'
> & { day: DaySlots }

function AvailableSlots({ day, note, durationMin, terms, ...choice }: AvailableSlotsProps) {
  const { date, slots } = day
  return (
    <div className="grid gap-4">
      {note && <p className="text-sm font-medium text-brass">{note}</p>}
      <DayRuler
        date={date}
        slots={slots}
        durationMin={durationMin}
        workingHours={choice.workingHours}
        selected={choice.selected}
      />
      <SlotList
        date={date}
        slots={slots}
        selected={choice.selected}
        current={choice.current}
        ownBusy={choice.ownBusy}
        discounts={choice.discounts}
        onSelect={choice.onSelect}
      />
      <p className="text-sm text-mute">{terms}</p>
    </div>
  )
}

type DayRulerProps = Pick<DaySlots, 'date' | 'slots'> & Pick<DayTimesProps, 'durationMin' | 'workingHours' | 'selected'>

/** The whole day on a ruler: free ranges are red, the selected slot is marked above them. */
function DayRuler({ date, slots, durationMin, workingHours, selected }: DayRulerProps) {
  const free = listFreeRanges(slots, durationMin)
  const span = computeRulerSpan(workingHours, getWeekday(date), free)
  if (!span) return null
  const percent = (minutes: number) => `${(minutes / (span.to - span.from)) * 100}%`
  return (
    <div className="relative pt-1.5">
      <Ruler key={date} from={span.from} to={span.to} free={free} text={describeFreeRanges(free)} size="day" />
      {selected && (
        <span
          aria-hidden="true"
          className="absolute top-0 h-1 animate-rise rounded-full bg-ink"
          style={{ left: percent(toMinutes(selected) - span.from), width: percent(durationMin) }}
        />
      )}
    </div>
  )
}

type SlotListProps = Pick<DaySlots, 'date' | 'slots'> &
  Pick<DayTimesProps, 'selected' | 'current' | 'ownBusy' | 'discounts' | 'onSelect'>

type SlotOptionProps = {
  time: string
  isSelected: boolean
  isCurrent: boolean
  isOwnBusy: boolean
  discount: DiscountPrices | undefined
  onSelect: (time: string) => void
}

function labelOf({ time, isCurrent, isOwnBusy, discount }: SlotOptionProps) {
  if (isCurrent) return `${time}, seu horário atual`
  if (isOwnBusy) return `${time}, livre, você já tem um horário`
  if (!discount) return `${time}, livre`
  return `${time}, livre por ${formatMoney(discount.priceCents)} em vez de ${formatMoney(discount.listPriceCents)}`
}

function SlotOption(props: SlotOptionProps) {
  const { time, isSelected, isCurrent, isOwnBusy, discount, onSelect } = props
  return (
    <label
      className={clsx(
        'relative grid min-h-12 scroll-mb-14 lg:scroll-mb-4 place-items-center rounded-control border font-semibold tabular-nums transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-navy',
        isSelected && 'border-ink bg-ink text-paper',
        isCurrent && 'border-brass bg-brass-soft text-brass',
        isOwnBusy && !isSelected && !isCurrent && 'border-dashed text-mute',
        !isSelected && !isCurrent && (discount ? 'border-brass bg-card' : 'border-line bg-card hover:border-edge'),
      )}
    >
      <input
        type="radio"
        name="time"
        value={time}
        aria-label={labelOf(props)}
        disabled={isCurrent}
        checked={isSelected}
        onChange={() => onSelect(time)}
        className="absolute inset-0 appearance-none rounded-control outline-none"
      />
      <span aria-hidden="true" className="grid justify-items-center leading-tight">
        {time}
        {isCurrent && <span className="text-xs font-medium">atual</span>}
        {isOwnBusy && !isCurrent && <span className="text-xs font-medium">ocupado</span>}
        {discount && !isOwnBusy && !isCurrent && <Discount {...discount} />}
      </span>
    </label>
  )
}

/** The slots of a day as one radio group: a single tab stop, the arrow keys move through all periods of the day. */
function SlotList({ date, slots, selected, current, ownBusy = [], discounts = {}, onSelect }: SlotListProps) {
  const list = useRef<HTMLDivElement>(null)
  // The bottom bar grows with a selection and must not cover it.
  useEffect(() => {
    if (selected) list.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <div ref={list} role="radiogroup" aria-label={`Horários livres de ${formatLongDay(date)}`} className="grid gap-4">
      {groupByPeriod(slots).map((group) => (
        <section key={group.period} aria-label={group.period}>
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <h2 className="font-sans text-base font-semibold tracking-normal">{group.period}</h2>
            <p className="text-sm text-mute">{formatCount(group.slots.length, 'horário', 'horários')}</p>
          </div>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
            {group.slots.map((time) => (
              <SlotOption
                key={time}
                time={time}
                isSelected={time === selected}
                isCurrent={time === current}
                isOwnBusy={ownBusy.includes(time)}
                discount={discounts[time]}
                onSelect={onSelect}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
