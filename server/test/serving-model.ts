/** What the taps of staff are about, in whole minutes since midnight at the barbershop. Part of the model of appointments. */
type TapRow = {
  barber: number
  start: number
  end: number
  status: string
  version: number
  arrived: number | null
  servedFrom: number | null
  servedUntil: number | null
  isSettled: boolean
}

export type Tap = 'arrive' | 'undoArrive' | 'serve' | 'undoServe'

const DAY = 1440
const dayOf = (minute: number) => Math.floor(minute / DAY)

export const noTaps = { arrived: null, servedFrom: null, servedUntil: null, isSettled: false }

const isServed = ({ status, servedFrom, servedUntil }: TapRow) =>
  status === 'CONFIRMED' && servedFrom !== null && servedUntil === null

function isTapped(row: TapRow, tap: Tap): boolean {
  if (tap === 'serve') return isServed(row)
  if (tap === 'undoServe') return row.servedFrom === null
  return (row.arrived !== null) === (tap === 'arrive')
}

type Moment = { now: number; rows: readonly TapRow[]; version: number | undefined }

/** Judges a tap on an open appointment: 'tapped' if it changes, 'ok' if it is so already, or the error code. */
export function judgeTap(row: TapRow, tap: Tap, { now, rows, version }: Moment): string {
  if (isTapped(row, tap)) return 'ok'
  if (tap === 'undoArrive' && row.servedFrom !== null) return 'STATE_CHANGED'
  if (!tap.startsWith('undo') && dayOf(row.start) !== dayOf(now)) return 'NOT_TODAY'
  if (row.version !== version) return 'STATE_CHANGED'
  const isBusy = tap === 'serve' && rows.some((other) => other.barber === row.barber && isServed(other))
  return isBusy ? 'BARBER_SERVING' : 'tapped'
}

export function changeByTap(row: TapRow, tap: Tap, now: number): Partial<TapRow> {
  const noService = { servedFrom: null, servedUntil: null, isSettled: false }
  if (tap === 'serve') return { ...noService, status: 'CONFIRMED', arrived: row.arrived ?? now, servedFrom: now }
  if (tap === 'undoServe') return { ...noService, arrived: row.arrived === row.servedFrom ? null : row.arrived }
  return { arrived: tap === 'arrive' ? now : null }
}

/** The end of what began half a day ago is not known to the one who completes it. */
export function endService(row: TapRow, now: number): Partial<TapRow> {
  const { servedFrom, servedUntil, isSettled, start } = row
  const isOpenEnd = servedUntil === null || (isSettled && now < servedUntil)
  if (servedFrom === null || !isOpenEnd || Math.abs(start - now) >= DAY / 2) return {}
  return { servedUntil: Math.max(servedFrom, now), isSettled: false }
}

/** Two hours after the expected end; at once without a time. */
export function settleRows(rows: readonly TapRow[], now = Number.POSITIVE_INFINITY): void {
  for (const row of rows.filter(isServed)) {
    const from = row.servedFrom as number
    const end = from + row.end - row.start
    if (now >= end + 120) Object.assign(row, { servedUntil: end, isSettled: true })
  }
}

/** At another time of the day the customer is still there; the service goes on with the same barber only. */
export function tapsAfter(row: TapRow, slot: Pick<TapRow, 'barber' | 'start'>): Partial<TapRow> {
  if (dayOf(row.start) !== dayOf(slot.start)) return noTaps
  return row.barber === slot.barber ? {} : { ...noTaps, arrived: row.arrived }
}
