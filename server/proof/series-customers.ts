import { ApiError } from '@na-regua/contract/errors'
import type { Series, SeriesDate } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { createRandom } from '../seed/random.ts'
import { changeStatus } from '../src/features/appointments/status/change-status.ts'
import { rescheduleAppointment } from '../src/features/booking/reschedule/reschedule-appointment.ts'
import { replyToDate } from '../src/features/standing/book-date.ts'
import { moveSeries } from '../src/features/standing/change-series.ts'
import { getSeriesFor } from '../src/features/standing/view-series.ts'
import type { Database, DatabasePool } from '../src/lib/database.ts'
import { addDays, fromEpochMinute, localDay, parseMinute, toEpochMinute, toLocal } from '../src/lib/local-time.ts'

/** "This and the next ones", in the order of the moves: by how many days, and to which minute, the dates from a position on were moved. */
type Shift = { seriesId: string; number: number; position: number; days: number; minute: number }
type Visit = NonNullable<SeriesDate['appointment']>

const CHOOSES = 0.7
const CANCELS = 0.01
const MOVES = 0.03
const SHIFTS = 0.05

/** A refusal is a result of its own, any other error a failure. */
async function orRefusal<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}

/** The local minute, within one day, and half hours from it. */
const near = (minute: number, halfHours: number) => Math.min(Math.max(minute + 30 * halfHours, 0), 1410)
const startOf = (date: string, minute: number, timeZone: string) =>
  fromEpochMinute(localDay(date, timeZone).toEpoch(minute)).toISOString()

/**
 * What the customers of the proof do with their dates, and the ledger of it: from it and the first rule of a series follows where each
 * visit must be. `counts` says how often each act had each result.
 */
export function createSeriesCustomers(db: DatabasePool, seed: string) {
  const { int: between, chance, pick } = createRandom(seed)
  const counts = new Map<string, number>()
  const shifts: Shift[] = []
  /** The starts of visits that are not where the rule has them, by appointment. */
  const visits = new Map<string, string>()
  function count<T>(what: string, result: T | ApiError): T | undefined {
    const key = `${what}: ${result instanceof ApiError ? result.code : 'ok'}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return result instanceof ApiError ? undefined : result
  }

  /** The same barber, around the time of the date. */
  async function moveOnlyThis({ id }: Visit, date: string, { time, timeZone }: Series, { userId, now }: Customer) {
    const newStartTime = startOf(addDays(date, between(-1, 1)), near(parseMinute(time), between(-3, 3)), timeZone)
    const moved = await orRefusal(() => rescheduleAppointment(db, { id, userId, newStartTime, now }))
    if (count('only this one', moved)) visits.set(id, newStartTime)
  }

  /** Each visit follows, or stays where it was and the customer is notified. */
  async function moveNextOnes(from: string, view: Series, { userId, now }: Customer): Promise<Series> {
    const { id: seriesId, version, timeZone } = view
    const days = between(-3, 3)
    const minute = near(parseMinute(view.time), between(-1, 1))
    const position = await findPosition(db, seriesId, from)
    const startTime = startOf(addDays(from, days), minute, timeZone)
    const move = () => moveSeries(db, { id: seriesId, userId, version, from, startTime, now })
    const after = count('this and the next ones', await orRefusal(move))
    if (!after) return view
    shifts.push({ seriesId, number: shifts.length, position, days, minute })
    for (const { date, appointment } of listComing(view, now))
      if (date >= from) followVisit(appointment, after, { date: addDays(date, days), minute })
    return after
  }

  function followVisit({ id, startTime }: Visit, { dates, timeZone }: Series, to: { date: string; minute: number }) {
    const found = dates.find(({ appointment }) => appointment?.id === id)
    const ruled = startOf(to.date, to.minute, timeZone)
    const isThere = found?.reason === null && found.appointment?.startTime === ruled
    const isNotified = found?.reason === 'unmoved' && found.appointment?.startTime === startTime
    if (found?.date !== to.date || !(isThere || isNotified))
      throw new Error(`visit ${id} is neither at ${ruled} nor at ${startTime}: ${JSON.stringify(found)}`)
    count(isThere ? 'visit that followed' : 'visit that stayed', 'ok')
    if (isThere) visits.delete(id)
    else visits.set(id, startTime)
  }

  /** Chooses another time or none. Where that time is gone by now the date has new alternatives, of which none is chosen. */
  async function reply({ date, alternatives }: SeriesDate, id: string, { userId, now }: Customer): Promise<void> {
    const chosen = chance(CHOOSES) ? pick(alternatives) : undefined
    const choice = chosen ? { barberId: chosen.barberId, startTime: chosen.startTime } : null
    const replyWith = (one: typeof choice) => orRefusal(() => replyToDate(db, { id, userId, date, choice: one, now }))
    const replied = count(choice ? 'choice' : 'no choice', await replyWith(choice))
    if (!replied) return void count('no choice of new ones', await replyWith(null))
    const visit = replied.dates.find((one) => one.date === date)?.appointment
    if (choice?.startTime !== visit?.startTime) throw new Error(`${date} is not at ${choice?.startTime}`)
    if (visit) visits.set(visit.id, visit.startTime)
  }

  async function cancel({ id }: Visit, { userId, now }: Customer) {
    count('cancel', await orRefusal(() => changeStatus(db, { id, userId, action: 'cancel', now })))
  }

  /** True where the series has changed. */
  async function useDates(id: string, customer: Customer): Promise<boolean> {
    const { userId, now } = customer
    const view = await getSeriesFor(db, id, userId, now)
    const coming = listComing(view, now)
    const moved = coming.filter(() => chance(MOVES))
    for (const { appointment, date } of moved) await moveOnlyThis(appointment, date, view, customer)
    for (const { appointment } of coming) if (chance(CANCELS)) await cancel(appointment, customer)
    const first = chooseFirstToMove(view, now)
    const current = moved.length > 0 || first ? await getSeriesFor(db, id, userId, now) : view
    const { dates } = first ? await moveNextOnes(first.date, current, customer) : current
    const open = dates.filter(({ status }) => status === 'ALTERNATIVES')
    for (const date of open) await reply(date, id, customer)
    return open.length > 0 || first !== undefined
  }

  /** The date from which all are moved, after today. Mostly none. */
  function chooseFirstToMove(view: Series, now: Date) {
    const today = toLocal(toEpochMinute(now), view.timeZone).date
    const later = listComing(view, now).filter(({ date }) => date > today)
    return later.length > 0 && chance(SHIFTS) ? pick(later) : undefined
  }

  return { useDates, counts, storeLedger: (to: DatabasePool) => storeLedger(to, shifts, visits) }
}

type Customer = { userId: string; now: Date }

/** Booked visits that are still ahead. */
function listComing({ dates }: Series, now: Date) {
  return dates.flatMap(({ date, appointment }) =>
    appointment?.status === 'CONFIRMED' && new Date(appointment.startTime) > now ? [{ date, appointment }] : [],
  )
}

async function findPosition(db: Database, id: string, date: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`/* find position of date */
    select position from series_dates where series_id = ${id} and date = ${date}::date`.execute(db)
  return rows[0]?.position as number
}

/** As the tables `proof_shifts` and `proof_visits`. */
async function storeLedger(db: DatabasePool, shifts: Shift[], visits: ReadonlyMap<string, string>): Promise<void> {
  const starts = [...visits].map(([id, start]) => ({ id, start }))
  await sql`create table proof_shifts (series_id uuid, number int, position int, days int, minute int);
    create table proof_visits (appointment_id uuid primary key, starts_at timestamptz)`.execute(db)
  await sql`insert into proof_shifts select "seriesId", number, position, days, minute from json_to_recordset(${JSON.stringify(shifts)}::json)
    as shift("seriesId" uuid, number int, position int, days int, minute int)`.execute(db)
  await sql`insert into proof_visits select id, start from json_to_recordset(${JSON.stringify(starts)}::json) as visit(id uuid, start timestamptz)`.execute(
    db,
  )
}
