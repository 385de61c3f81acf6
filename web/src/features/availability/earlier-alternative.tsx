import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { DaySlots } from '@na-regua/contract/availability'
import { useQuery } from '@tanstack/react-query'
import { formatShortDate, formatTimeInSentence } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type AvailabilityTarget, availabilityQuery } from './queries.ts'

/** A slot of another barber, on an earlier day than the chosen barber has one. */
type EarlierAlternative = { barberId: string; date: string; time: string }

type EarlierAlternativeContext = {
  requested: string
  /** The day of the chosen barber that is shown. */
  shown: DaySlots
  barberId: string
}

/** The first slot of the barbershop from the requested day on. `days` are those of any barber. */
export function findEarlierAlternative(
  days: readonly DaySlots[],
  { requested, shown, barberId }: EarlierAlternativeContext,
): EarlierAlternative | undefined {
  const day = days.find(({ date, slots }) => date >= requested && slots.length > 0)
  const isEarlier = day && (shown.slots.length === 0 || day.date < shown.date)
  const [time] = day?.slots ?? []
  if (!isEarlier || !time || !day.firstBarberId || day.firstBarberId === barberId) return undefined
  return { barberId: day.firstBarberId, date: day.date, time }
}

/** 'Hoje às 12h com Rafael'. */
export function formatAlternative({ date, time }: EarlierAlternative, barberName: string, today: string) {
  return `${date === today ? 'Hoje' : formatShortDate(date)} às ${formatTimeInSentence(time)} com ${barberName}`
}

type EarlierAlternativeProps = {
  target: AvailabilityTarget
  /** The day of the chosen barber that is shown instead of the requested one. */
  shown: DaySlots
  requested: string
  today: string
  /** First day of the span that is loaded; absent: today. */
  from: string | undefined
  barbers: readonly { id: string; name: string }[]
  onSelect: (alternative: EarlierAlternative) => void
}

/** Chooses another barber, who has time before the chosen one, with the day and the hour. */
export function EarlierAlternativeButton({
  target,
  shown,
  requested,
  today,
  from,
  barbers,
  onSelect,
}: EarlierAlternativeProps) {
  const { data } = useQuery(availabilityQuery({ target: { ...target, barberId: ANY_BARBER }, from }))
  const alternative = findEarlierAlternative(data?.days ?? [], { requested, shown, barberId: target.barberId })
  const barber = barbers.find(({ id }) => id === alternative?.barberId)
  if (!alternative || !barber) return null
  return (
    <Button data-other variant="outline" isWide className="animate-rise" onClick={() => onSelect(alternative)}>
      {formatAlternative(alternative, barber.name, today)}
    </Button>
  )
}
