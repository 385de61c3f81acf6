import type { queueSettingsApi } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import { formatMinute, parseMinute } from '../../../lib/local-time.ts'
import type { QueueSettingsRow } from './queries.ts'

type SettingsInput = Omit<Body<typeof queueSettingsApi.save>, 'version'>

/** What holds for a barbershop that has not saved any: off, and what suits most when it is switched on. */
export const defaultSettings: QueueSettingsRow = {
  isOn: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  opensMinute: null,
  closesMinute: null,
  maxLength: 20,
  callMinutes: 5,
  slidePositions: 1,
  maxSlides: 2,
  walkInShare: 0,
}

const DAY = 1440

/** A closing at midnight is the end of the day. */
export function toSettingsRow({ opensAt, closesAt, weekdays, ...input }: SettingsInput): QueueSettingsRow {
  return {
    ...input,
    weekdays: weekdays.toSorted(),
    opensMinute: opensAt === null ? null : parseMinute(opensAt),
    closesMinute: closesAt === null ? null : parseMinute(closesAt) || DAY,
  }
}

export function toSettingsInput({ opensMinute, closesMinute, ...row }: QueueSettingsRow): SettingsInput {
  const walkInShare = row.walkInShare as SettingsInput['walkInShare']
  return {
    ...row,
    walkInShare,
    opensAt: opensMinute === null ? null : formatMinute(opensMinute),
    closesAt: closesMinute === null ? null : formatMinute(closesMinute % DAY),
  }
}
