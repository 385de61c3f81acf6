import { ApiError } from '@na-regua/contract/errors'
import { type LastMinuteSlot, MAX_HOURS_AHEAD } from '@na-regua/contract/last-minute'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { toEpochMinute } from '../../lib/local-time.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import { type BookableBarber, listBarbershopSchedules, loadBusyIntervals } from '../availability/queries.ts'
import { notifyOfLastMinuteJob } from './notify-customers.ts'
import { endSlots, insertSlots, listRules, listSpansOfOpenSlots, mayMakeSlot, type OpenSpan } from './own-queries.ts'
import { endTakenSlots, listOpenSlots } from './queries.ts'
import { listRuleSpans, listStartSpans, type RuleOfBarbershop } from './rules.ts'

type MakeDeps = { db: DatabasePool; clock: Clock }

type TapRequest = {
  userId: string
  barbershopId: string
  barberId: string
  startsAt: Date
  endsAt: Date
  percent: number
}

/**
 * Staff offer the starts between two instants. Throws SLOT_UNAVAILABLE where customers could book none of them, or all are offered already,
 * STATE_CHANGED when the schedule or the services changed meanwhile.
 */
export async function makeSlots({ db, clock }: MakeDeps, request: TapRequest): Promise<LastMinuteSlot[]> {
  const now = clock.now()
  const { barbershopId, barberId, userId, percent } = request
  const [shop] = await listBarbershopSchedules(db, [barbershopId])
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  if (!(await mayMakeSlot(db, { barberId, barbershopId, userId }))) throw new ApiError('BARBER_NOT_FOUND')
  const barber = shop.barbers.find((one) => one.barberId === barberId.toLowerCase())
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  const from = Math.max(toEpochMinute(request.startsAt), toEpochMinute(now))
  const until = Math.min(toEpochMinute(request.endsAt), toEpochMinute(now) + MAX_HOURS_AHEAD * 60)
  const getBusy = await loadBusyIntervals(db, [barber], { from: from - 1440, to: until + 2 * 1440, now })
  const spans = listStartSpans(barber, { from, until }, getBusy(barber), now)
  const unavailable = 'Nenhum cliente consegue marcar aqui: confira a antecedência mínima e a duração dos serviços.'
  if (spans.length === 0) throw new ApiError('SLOT_UNAVAILABLE', {}, unavailable)
  const ids = await insertAndNotify(db, { barber, spans, percent, madeBy: userId }, now)
  if (ids === undefined) throw new ApiError('STATE_CHANGED', {}, 'A agenda mudou enquanto você olhava. Tente de novo.')
  if (ids.length === 0) throw new ApiError('SLOT_UNAVAILABLE', {}, 'Este horário já é relâmpago.')
  return (await listOpenSlots(db, barbershopId, now)).filter(({ id }) => ids.includes(id))
}

type NewSlots = {
  barber: BookableBarber
  spans: readonly { from: number; until: number }[]
  percent: number
  madeBy: string | null
}

/** The ids of the new slots; those of a span that is offered already are missing. Undefined where what they were decided by changed. */
async function insertAndNotify(db: DatabasePool, slots: NewSlots, now: Date): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    const ids = await insertSlots(tx, slots, now)
    const { barbershopId } = slots.barber
    if (ids?.length) await addJob(tx, notifyOfLastMinuteJob, { barbershopId }, { key: `last-minute:${barbershopId}` })
    return ids
  })
}

/** Barbershops per load. */
const BATCH = 50

/**
 * Offers what the rules say of the coming hours, and ends slots that can no longer be booked. With an id only those of one barbershop,
 * whose rule was just changed. Repeated it offers nothing twice.
 */
export async function makeSlotsByRule({ db, clock }: MakeDeps, { barbershopId }: { barbershopId?: string }) {
  const now = clock.now()
  const rules = new Map((await listRules(db, barbershopId)).map((rule) => [rule.barbershopId, rule]))
  const ids = [...rules.keys()]
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  )
  await runAll(batches.map((batch) => [batch[0] as string, () => makeOfBatch(db, batch, rules, now)]))
}

async function makeOfBatch(
  db: DatabasePool,
  ids: readonly string[],
  rules: ReadonlyMap<string, RuleOfBarbershop>,
  now: Date,
) {
  const barbers = (await listBarbershopSchedules(db, ids)).flatMap((shop) => shop.barbers)
  const minute = toEpochMinute(now)
  const getBusy = await loadBusyIntervals(db, barbers, { from: minute - 1440, to: minute + 4 * 1440, now })
  const open = Map.groupBy(await listSpansOfOpenSlots(db, ids), ({ barberId }) => barberId)
  const makeOf = async (barber: BookableBarber) => {
    const rule = rules.get(barber.barbershopId)
    const own = open.get(barber.barberId) ?? []
    const busy = getBusy(barber)
    const over = own.filter((span) => listStartSpans(barber, span, busy, now).length === 0).map(({ id }) => id)
    if (over.length > 0) await endSlots(db, over, now)
    const spans = rule ? listRuleSpans(barber, rule, busy, now).filter((span) => !overlapsAny(span, own)) : []
    if (rule && spans.length > 0) await insertAndNotify(db, { barber, spans, percent: rule.percent, madeBy: null }, now)
  }
  // What fails for one, as where a barbershop is being edited for long, is done for the others.
  await runAll(barbers.map((barber) => [barber.barberId, () => makeOf(barber)]))
}

const overlapsAny = ({ from, until }: { from: number; until: number }, open: readonly OpenSpan[]) =>
  open.some((span) => span.from < until && span.until > from)

export const makeLastMinuteSlotsJob = defineJob('make-last-minute-slots', {
  schedule: '*/10 * * * *',
  run: makeSlotsByRule,
})

/** What was booked, blocked or is over disappears from the lists. */
export const endLastMinuteSlotsJob = defineJob('end-last-minute-slots', {
  schedule: '* * * * *',
  run: async ({ db, clock }: MakeDeps) => void (await endTakenSlots(db, clock.now())),
})
