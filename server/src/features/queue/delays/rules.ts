import { formatResultTime } from '../../appointments/push-actions/rules.ts'

const MINUTE = 60_000
/** A delay of less is none, and so is a change of less. */
export const DELAY_MIN = 10
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
  /** Of what delay the customer was notified last. Null: of none. */
  notifiedMin: number | null
  /** The barber's next appointment, which is confirmed, and no customer waits in the queue for the barber. */
  mayComeEarlier: boolean
}

/** Of what the customer is notified now; undefined: of nothing. Once per change of ten minutes, an earlier time once. */
export function decideNotice(expected: Expected, now: Date): DelayNotice | undefined {
  const { startsAt, delayMin, notifiedMin } = expected
  const notified = Math.max(0, notifiedMin ?? 0)
  const isChanged = Math.abs(Math.max(0, delayMin) - notified) >= DELAY_MIN
  const isAhead = (minutes: number) => startsAt.getTime() + minutes * MINUTE > now.getTime()
  if (delayMin >= DELAY_MIN && isChanged) {
    const rounded = roundToFive(delayMin)
    return isAhead(rounded) ? { kind: 'late', delayMin: rounded } : undefined
  }
  // Also when it should have begun: the customer comes at the time of the last notification.
  if (delayMin < DELAY_MIN && isChanged) return isAhead(notified) ? { kind: 'onTime', delayMin: 0 } : undefined
  return notifiedMin === null && expected.mayComeEarlier ? offerEarlier(expected, now) : undefined
}

const roundToFive = (minutes: number) => Math.round(minutes / 5) * 5

/** On the next five minutes at which the barber is free and the customer can be there. */
function offerEarlier({ startsAt, delayMin }: Expected, now: Date): DelayNotice | undefined {
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
      `${barberName} está uns ${delayMin} min atrasado: venha às ${at}.`,
    ],
    onTime: [
      'Seu horário voltou ao normal',
      `${barberName} não está mais atrasado: ${startsAt > now ? `venha às ${at}, como marcado` : 'já pode vir'}.`,
    ],
    early: ['Dá para vir antes?', `Pode vir antes? ${barberName} está livre às ${at}.`],
  }[kind] as [string, string]
  return { title, message, at }
}

/** One per appointment and moment. */
export function delayFact(appointmentId: string, toldAt: Date): string {
  return `appointment:${appointmentId}:delay:${toldAt.getTime()}`
}
