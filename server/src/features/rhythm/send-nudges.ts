import { randomUUID } from 'node:crypto'
import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import { listBarberCandidates } from '../availability/candidates/queries.ts'
import { type BookableBarber, loadBusyIntervals } from '../availability/queries.ts'
import type { ServiceSelection } from '../availability/rules.ts'
import { createNudgeToken } from './consent/queries.ts'
import { getVisitHistory, insertNudge, type LeasedConsent, leaseConsents, listRhythms, saveChecks } from './queries.ts'
import {
  chooseNearestSlot,
  decideNudge,
  describeNudge,
  findUsualVisit,
  nextCheckAt,
  nudgePath,
  type Rhythm,
  tomorrowIn,
  type UsualVisit,
} from './rules.ts'
import { nudgeEmail } from './send-nudge-email.ts'

type NudgeDeps = { db: DatabasePool; clock: Clock }

/** People per statement, and the time of a run; the next run continues. */
const BATCH = 500
const MAX_MS = 60_000
/** Longer than a batch takes. */
const LEASE_MS = 30 * 60_000

/**
 * Nudges the people who agreed to it and whose visit is due. Only people with a due check are read: it is set to when their next visit
 * is due, at most a week ahead. Any number of processes share the work, and a repetition nudges no person twice.
 */
export async function sendNudges({ db, clock }: NudgeDeps, _: object, batch = BATCH): Promise<void> {
  const deadline = performance.now() + MAX_MS
  for (let isLast = false; !isLast; ) {
    const now = clock.now()
    const leased = await leaseConsents(db, { now, until: new Date(now.getTime() + LEASE_MS), limit: batch })
    if (leased.length > 0) await checkConsents(db, leased, now)
    isLast = leased.length < batch || performance.now() > deadline
  }
}

/** One that fails is checked again after its lease, and the others go on. */
async function checkConsents(db: DatabasePool, leased: readonly LeasedConsent[], now: Date): Promise<void> {
  const userIds = leased.map(({ userId }) => userId)
  const rhythms = Map.groupBy(await listRhythms(db, userIds, now), ({ userId }) => userId)
  const checks: { id: string; checkAt: Date }[] = []
  const check = async ({ id, userId }: LeasedConsent) => {
    checks.push({ id, checkAt: await nudgeOnce(db, rhythms.get(userId) ?? [], now) })
  }
  await runAll(leased.map((consent) => [consent.userId, () => check(consent)])).finally(() => saveChecks(db, checks))
}

/** At most one nudge a day, of the barbershop where the visit has been due the longest. Returns when to check again. */
async function nudgeOnce(db: DatabasePool, rhythms: readonly Rhythm[], now: Date): Promise<Date> {
  const times: (Date | undefined)[] = []
  let isNudged = false
  for (const rhythm of rhythms) {
    const decision = decideNudge(rhythm, now)
    if (decision !== 'now') times.push(decision)
    else if (!isNudged && (await sendNudge(db, rhythm, now))) isNudged = true
    // After one for another barbershop, or without a slot: tomorrow.
    else times.push(tomorrowIn(rhythm.timeZone, now))
  }
  return nextCheckAt(times, now)
}

/** False without a slot, or when it was decided otherwise since. */
async function sendNudge(db: DatabasePool, rhythm: Rhythm, now: Date): Promise<boolean> {
  const { userId, barbershopId, timeZone, lastOn } = rhythm
  const { shopName, visits } = await getVisitHistory(db, rhythm)
  const usual = findUsualVisit(visits)
  const slot = usual && (await findSlot(db, { barbershopId, timeZone, usual }, now))
  if (!slot) return false
  const { barber, start, selected } = slot
  const { serviceIds, barberId } = usual
  const texts = describeNudge(
    {
      lastOn,
      start,
      timeZone,
      shopName,
      serviceName: selected.name,
      barberName: barber.barberName,
      isUsualBarber: barber.barberId === barberId,
    },
    now,
  )
  const path = nudgePath(
    { barbershopId, barberId: barber.barberId, serviceIds, start, timeZone },
    await createNudgeToken(db, userId),
  )
  const id = randomUUID()
  const startsAt = fromEpochMinute(start)
  const notification = {
    ...({ userId, type: 'visit_due', topic: 'rhythm', dedupeKey: `rhythm:${id}` } as const),
    ...texts,
    path,
    startsAt,
  }
  const event = { notifications: [notification], published: {}, jobs: [nudgeEmail({ nudgeId: id, ...texts, path })] }
  return insertNudge(db, { ...rhythm, id, startsAt, event }, now)
}

type SlotSearch = Pick<Rhythm, 'barbershopId' | 'timeZone'> & { usual: UsualVisit }
type FoundSlot = { barber: BookableBarber; start: number; selected: ServiceSelection }

/** By the function that lists and checks slots everywhere. */
async function findSlot(
  db: DatabasePool,
  { barbershopId, timeZone, usual }: SlotSearch,
  now: Date,
): Promise<FoundSlot | undefined> {
  const { serviceIds } = usual
  const candidates = await listBarberCandidates(db, { barberId: undefined, barbershopId, serviceIds, start: now })
  const available = candidates.flatMap(({ barber, selected }) => (selected ? [{ barber, required: selected }] : []))
  if (available.length === 0) return undefined
  const today = toLocal(toEpochMinute(now), timeZone).date
  const to = localDay(addDays(today, LOOK_AHEAD_DAYS + 2), timeZone).toEpoch(0)
  const barbers = available.map(({ barber }) => barber)
  const getBusy = await loadBusyIntervals(db, barbers, { from: toEpochMinute(now) - 1440, to, now })
  const times = available.map(({ barber, required }) => ({ barber, required, busy: getBusy(barber) }))
  const slot = chooseNearestSlot(times, usual, now)
  const selected = available.find(({ barber }) => barber === slot?.barber)?.required
  return slot && selected && { ...slot, selected }
}

export const sendNudgesJob = defineJob('send-nudges', { schedule: '*/5 * * * *', run: sendNudges })
