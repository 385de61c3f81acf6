import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { formatMinutes, formatTime } from '../../../lib/format.ts'

const MAX_RANGES = 5
const list = new Intl.ListFormat('pt-BR')

type Day = Pick<BarbershopSlotsToday, 'opens' | 'closes' | 'free'>

export function isClosedToday({ opens, closes }: Day) {
  return opens === null || closes === null
}

/** The ruler in words: 'Livre hoje das 10h15 às 11h30 e das 14h às 18h'. Ranges beyond `maxRanges` are only counted. */
export function describeSlotsToday(day: Day, maxRanges = MAX_RANGES): string {
  if (isClosedToday(day)) return 'Fechado hoje'
  if (day.free.length === 0) return 'Sem horário livre hoje'
  const ranges = day.free
    .slice(0, maxRanges)
    .map(([start, end]) => `das ${formatMinutes(start)} às ${formatMinutes(end)}`)
  const rest = day.free.length - maxRanges
  if (rest > 0) ranges.push(rest === 1 ? 'mais um intervalo' : `mais ${rest} intervalos`)
  return `Livre hoje ${list.format(ranges)}`
}

/** The visible text above the ruler. */
export function summarizeSlotsToday(slots: BarbershopSlotsToday): string {
  if (isClosedToday(slots)) return 'Fechado hoje'
  if (!slots.nextFreeAt) return 'Sem horário livre hoje'
  const time = formatTime(slots.nextFreeAt, slots.timeZone)
  return `Próximo horário livre: ${time.replace(/^0/, '').replace(':', 'h').replace(/h00$/, 'h')}`
}

/** Whole hours around the opening hours, so that every ruler starts and ends with a long tick. A closed day shows 9 to 18. */
export function computeTodaySpan({ opens, closes }: Day) {
  if (opens === null || closes === null) return { from: 9 * 60, to: 18 * 60 }
  return { from: Math.floor(opens / 60) * 60, to: Math.ceil(closes / 60) * 60 }
}
