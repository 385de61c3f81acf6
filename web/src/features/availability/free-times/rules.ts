import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { formatMinutes, formatTime } from '../../../lib/format.ts'

const MOST_RANGES = 5
const list = new Intl.ListFormat('pt-BR')

type Day = Pick<BarbershopSlotsToday, 'opens' | 'closes' | 'free'>

export function isClosed({ opens, closes }: Day) {
  return opens === null || closes === null
}

/** The ruler in words: 'Livre hoje das 10h15 às 11h30 e das 14h às 18h'. A day in many pieces is told up to the fifth, or `most`. */
export function describeFreeTimes(day: Day, most = MOST_RANGES): string {
  if (isClosed(day)) return 'Fechado hoje'
  if (day.free.length === 0) return 'Sem horário livre hoje'
  const ranges = day.free.slice(0, most).map(([start, end]) => `das ${formatMinutes(start)} às ${formatMinutes(end)}`)
  const rest = day.free.length - most
  if (rest > 0) ranges.push(rest === 1 ? 'mais um intervalo' : `mais ${rest} intervalos`)
  return `Livre hoje ${list.format(ranges)}`
}

/** The line that everyone sees above the ruler. */
export function summarizeFreeTimes(times: BarbershopSlotsToday): string {
  if (isClosed(times)) return 'Fechado hoje'
  if (!times.nextFreeAt) return 'Sem horário livre hoje'
  const time = formatTime(times.nextFreeAt, times.timeZone)
  return `Próximo horário livre: ${time.replace(/^0/, '').replace(':', 'h').replace(/h00$/, 'h')}`
}

/** Whole hours around the opening, so that every ruler begins and ends with a long tick. A closed day shows usual hours. */
export function rulerSpanOf({ opens, closes }: Day) {
  if (opens === null || closes === null) return { from: 9 * 60, to: 18 * 60 }
  return { from: Math.floor(opens / 60) * 60, to: Math.ceil(closes / 60) * 60 }
}
