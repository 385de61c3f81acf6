import type { ShownState } from './simulate-day.ts'
import { BREAK_MIN, catalog, type SimulatedWalkIn } from './simulated-shops.ts'

type Span = [start: number, end: number]

/** Minutes until the next free start by the calendar, where everything takes its planned time and the queue is empty. */
export function nextFreeStart(shown: ShownState): number {
  return placeAll(shown, shown.waiting.slice(-1))
}

/** The same, with a planned block for each customer of the queue. */
export function nextFreeStartAfterQueue(shown: ShownState): number {
  return placeAll(shown, shown.waiting)
}

const plannedOf = (service: number) => catalog[service]?.planned ?? BREAK_MIN

/** The start of the last one. */
function placeAll({ at, serving, fixed }: ShownState, customers: readonly SimulatedWalkIn[]): number {
  const busy = fixed.map((ofBarber, index): Span[] => {
    const service = serving[index]
    const current: Span[] = service ? [[at, Math.max(at, service.since + plannedOf(service.service))]] : []
    return [...current, ...ofBarber.map(({ start, service: next }): Span => [start, start + plannedOf(next)])]
  })
  let start = at
  for (const { service, barber } of customers) {
    const planned = plannedOf(service)
    const starts = busy.map((spans, index) =>
      barber !== undefined && barber !== index ? Number.POSITIVE_INFINITY : findStart(spans, at, planned),
    )
    start = Math.min(...starts)
    busy[starts.indexOf(start)]?.push([start, start + planned])
  }
  return start - at
}

function findStart(spans: Span[], at: number, planned: number): number {
  let start = at
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    if (start + planned <= from) break
    start = Math.max(start, to)
  }
  return start
}
