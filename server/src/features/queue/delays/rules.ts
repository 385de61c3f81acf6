import { describeDuration } from '../../../lib/format-time.ts'
import { formatResultTime } from '../../appointments/push-actions/rules.ts'
import type { BarberEstimate, ExpectedStart } from '../waits/rules.ts'

const MINUTE = 60_000
/** A delay of less is none, and so is a change of less. */
const DELAY_MIN = 10
/** From so many minutes on the customer is invited to come earlier, if the appointment begins soon. */
const EARLY_MIN = 20
const EARLY_WITHIN_MIN = 90
/** For the customer to come. */
const NOTICE_MIN = 10
/** No customer is notified where no staff have tapped for so long. */
export const SILENT_AFTER_MIN = 45

export type DelayNotice = {
  kind: 'late' | 'onTime' | 'early'
  /** A multiple of 5; negative for an earlier time. */
  delayMin: number
}

type Expected = {
  startsAt: Date
  delayMin: number
  /** The delay that the customer was notified of last. Null: of none. */
  notifiedMin: number | null
  /** The barber's next appointment, which is confirmed, and no customer waits in the queue for the barber. */
  mayComeEarlier: boolean
  /** The barber is free for it: it, or the one before it, could have begun, and perhaps has without a tap. */
  couldHaveBegun: boolean
}

/**
 * Whether an appointment of the barber, in the order of `upcoming`, could have begun: the barber serves no customer, is there, and it is
 * the first, or the first should have begun and was not tapped. What follows an untapped one is late only if it was not served.
 */
export function couldHaveBegun({ serving, freeAt, upcoming }: BarberAtMoment, position: number, now: Date): boolean {
  const isFree = serving === null && freeAt !== null && freeAt <= now
  const [first] = upcoming
  return isFree && (position === 0 || (first !== undefined && first.startsAt <= now))
}

type BarberAtMoment = Pick<BarberEstimate, 'serving' | 'freeAt'> & {
  upcoming: readonly Pick<ExpectedStart, 'startsAt'>[]
}

/**
 * Decides what the customer is notified of now; undefined: of nothing. Once per change of ten minutes, an earlier time once. From their own start
 * on they are there or not coming: no notice helps.
 */
export function decideNotice(expected: Expected, now: Date): DelayNotice | undefined {
  const { startsAt, delayMin, notifiedMin } = expected
  if (startsAt <= now) return undefined
  const notified = Math.max(0, notifiedMin ?? 0)
  const isChanged = Math.abs(Math.max(0, delayMin) - notified) >= DELAY_MIN
  if (delayMin >= DELAY_MIN && isChanged)
    return expected.couldHaveBegun ? undefined : { kind: 'late', delayMin: roundToFive(delayMin) }
  if (delayMin < DELAY_MIN && isChanged) return { kind: 'onTime', delayMin: 0 }
  return notifiedMin === null && expected.mayComeEarlier ? proposeEarlier(expected, now) : undefined
}

const roundToFive = (minutes: number) => Math.round(minutes / 5) * 5

/** On the next five minutes at which the barber is free and the customer can be there. */
function proposeEarlier({ startsAt, delayMin }: Expected, now: Date): DelayNotice | undefined {
  const start = startsAt.getTime()
  const free = Math.max(start + delayMin * MINUTE, now.getTime() + NOTICE_MIN * MINUTE)
  const early = Math.floor((start - free) / (5 * MINUTE)) * 5
  const isSoon = start - now.getTime() <= EARLY_WITHIN_MIN * MINUTE
  return isSoon && early >= EARLY_MIN ? { kind: 'early', delayMin: -early } : undefined
}

type NotifiedAppointmentTime = { startsAt: Date; timeZone: string; barberName: string }

/** The texts, in local time of the barbershop: 'venha às 15h15'. */
export function describeDelayNotice(
  { kind, delayMin }: DelayNotice,
  { startsAt, timeZone, barberName }: NotifiedAppointmentTime,
  now: Date,
): { title: string; message: string; at: string } {
  const time = (instant: Date) => formatResultTime({ startsAt: instant, timeZone, now })
  const at = time(new Date(startsAt.getTime() + delayMin * MINUTE))
  const [title, message] = {
    late: [
      `Atraso no seu horário das ${time(startsAt)}`,
      `${barberName} está uns ${describeDuration(delayMin)} atrasado: venha às ${at}.`,
    ],
    onTime: ['Seu horário voltou ao normal', `${barberName} não está mais atrasado: venha às ${at}, como marcado.`],
    early: ['Dá para vir antes?', `Pode vir antes? ${barberName} está livre às ${at}.`],
  }[kind] as [string, string]
  return { title, message, at }
}

/** One per appointment and moment. */
export function delayDedupeKey(appointmentId: string, toldAt: Date): string {
  return `appointment:${appointmentId}:delay:${toldAt.getTime()}`
}
