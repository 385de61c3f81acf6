import type { Figures } from '@na-regua/contract/dashboard'
import type { Database } from '../../../lib/database.ts'
import type { Interval } from '../../../lib/intervals.ts'
import { getFigureRows, listPanelBarbershops, type Scope } from './queries.ts'
import { countMinutes, listOpenIntervals, type Period, previousPeriod, requirePeriod } from './rules.ts'

export type FiguresRequest = Scope & Period

const toMultirange = (intervals: readonly Interval[]) => `{${intervals.map(([from, to]) => `[${from},${to})`).join()}}`

/** What the contract calls the figures of a period, in two statements: who works when, and what happened. */
export async function getFigures(db: Database, { from, to, ...scope }: FiguresRequest): Promise<Figures> {
  const period = { from, to }
  requirePeriod(period)
  const before = previousPeriod(period)
  const shops = await listPanelBarbershops(db, scope, { from: before.from, to })
  const barbers = shops.flatMap(({ barbershop, barbers }) =>
    barbers.map((barber) => {
      const current = listOpenIntervals(barber, period)
      const previous = listOpenIntervals(barber, before)
      return { ...barber, barbershop, current, previous }
    }),
  )
  const openTimes = barbers.map(({ id, current, previous }) => ({
    barberId: id,
    current: toMultirange(current),
    previous: toMultirange(previous),
  }))
  const rows = await getFigureRows(db, scope, { period, before, openTimes })

  const bookedOf = (barberId: string) =>
    rows.booked.find((booked) => booked.barberId === barberId && booked.isCurrent)?.minutes ?? 0
  const ranked = barbers.map(({ id, name, avatarUrl, barbershop, hasLeft, current }) => {
    const figures = rows.barbers.find((barber) => barber.id === id)
    const earned = rows.earned.find(({ barberId }) => barberId === id)
    return {
      id,
      name,
      avatarUrl,
      barbershop,
      hasLeft,
      visits: figures?.visits ?? 0,
      valueCents: earned?.valueCents ?? 0,
      openMinutes: countMinutes(current),
      bookedMinutes: bookedOf(id),
      returningVisits: figures?.returningVisits ?? 0,
      reviews: figures?.reviews ?? 0,
      averageRating: figures?.averageRating ?? null,
    }
  })

  const totalsOf = ({ isCurrent, ...totals }: (typeof rows.totals)[number]) => {
    const booked = rows.booked.filter((one) => one.isCurrent === isCurrent)
    return {
      ...totals,
      openMinutes: barbers.reduce(
        (sum, { current, previous }) => sum + countMinutes(isCurrent ? current : previous),
        0,
      ),
      bookedMinutes: booked.reduce((sum, { minutes }) => sum + minutes, 0),
    }
  }

  const [current, previous] = rows.totals
  return {
    ...period,
    previousFrom: before.from,
    previousTo: before.to,
    totals: totalsOf(current),
    previous: totalsOf(previous),
    closedVisits: rows.closedVisits,
    outcomes: rows.outcomes,
    barbers: ranked
      .filter(({ hasLeft, visits, valueCents }) => !hasLeft || visits > 0 || valueCents > 0)
      .toSorted((one, other) => other.valueCents - one.valueCents || other.visits - one.visits),
    hours: rows.hours,
    customers: rows.customers,
    sources: rows.sources,
  }
}
