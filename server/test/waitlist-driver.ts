import { appointmentsApi } from '@na-regua/contract/appointments'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { createOfferToken } from '../src/features/waitlist/offers/queries.ts'
import { sweepWaitlist } from '../src/features/waitlist/requests/sweep-waitlist.ts'
import { createHarness } from './harness.ts'
import type { WaitlistCommand, WaitlistModel } from './waitlist-model.ts'
import { createWaitlistScene } from './waitlist-scene.ts'

const MIDNIGHT = Date.parse('2026-03-11T03:00:00Z')
/** Minutes since midnight of the first day, as the models count. */
export const instantAt = (minute: number) => new Date(MIDNIGHT + minute * 60_000)
export const dateAt = (day: number) =>
  instantAt(day * 1440)
    .toISOString()
    .slice(0, 10)
const minuteOf = (column: string) =>
  sql`(extract(epoch from ${sql.ref(column)}) / 60)::int - ${sql.lit(MIDNIGHT / 60_000)}`

type Row = Record<string, unknown>
type Rows = Record<'requests' | 'appointments' | 'freedTimes' | 'offers' | 'series' | 'dates' | 'timesOff', Row[]>

/**
 * Runs the commands of the models against the product, on a database of its own, and reads what they predict. Appointments, requests,
 * offers and series have the numbers of the model: in the order in which they came to be.
 */
export async function createWaitlistDriver({
  customerCount = 4,
  hours,
}: {
  customerCount?: number
  hours?: [number, number]
}) {
  // On a busy machine no statement is cut off.
  const world = await createHarness({ statementMs: 60_000, lockMs: 60_000 })
  const { db, call, clock } = world
  const scene = await createWaitlistScene(world, { barberCount: 2, ...(hours && { hours }) })
  await sql`update barbershops set grid_minutes = 30`.execute(db)
  await sql`update users set role = 'BARBER' where id in (select user_id from barbers)`.execute(db)
  const customers = await scene.customers(customerCount)
  const barbers = scene.shop.barbers.map(({ id }) => id)
  const tokenOf = (customer: number) => customers[customer]?.token as string
  const tokenOfBarber = (barber: number) => scene.shop.staff[barber]?.token as string
  const ids = { requests: [] as string[], appointments: [] as string[], offers: [] as string[], series: [] as string[] }

  async function reset() {
    for (const list of Object.values(ids)) list.length = 0
    await sql`delete from waitlist_requests; delete from appointment_series; delete from waitlist_offers; delete from appointments;
      delete from time_off; delete from freed_times; delete from notifications; delete from pending_events;
      delete from graphile_worker._private_jobs`.execute(db)
  }

  /** Every customer had a visit long before the model begins: of others only three dates of a series are booked. */
  async function serveAll() {
    const [barber] = scene.shop.barbers
    const startsAt = new Date(MIDNIGHT - 300 * 86_400_000)
    await db
      .insertInto('appointments')
      .values(
        customers.map(({ id }, index) => ({
          barbershop_id: scene.shop.id,
          barber_id: barber?.id as string,
          barber_user_id: barber?.userId as string,
          customer_id: id,
          service_id: scene.shop.services[0]?.id as string,
          service_name: 'Corte',
          duration_min: 30,
          price_cents: 5000,
          starts_at: new Date(startsAt.getTime() + index * 3_600_000),
          ends_at: new Date(startsAt.getTime() + index * 3_600_000 + 1_800_000),
          status: 'COMPLETED',
        })),
      )
      .execute()
  }

  async function request(step: WaitlistCommand & { do: 'request' }): Promise<string> {
    const { customer, barber, day, from, hours: length, isCheap } = step
    const until = Math.min(from + length * 60, 1440)
    const { status, body } = await call(waitlistApi.create, {
      token: tokenOf(customer),
      body: {
        targets: [scene.target(barber === null ? {} : { barberId: barbers[barber] })],
        wanted: [{ date: dateAt(day), fromMin: from, untilMin: until }],
        ...(isCheap && { maxPriceCents: 4000 }),
      },
    })
    return status === 201 ? 'ok' : body.code
  }

  async function setStatus({ index, status, age }: WaitlistCommand & { do: 'setStatus' }, model: WaitlistModel) {
    const number = index % model.requests.length
    const request = model.requests[number]
    if (!request) return 'NOT_FOUND'
    const body = { status, version: request.version + (age > 0 ? 1 : 0) }
    const params = { id: ids.requests[number] as string }
    const response = await call(waitlistApi.setStatus, { token: tokenOf(request.customer), params, body })
    return response.body.code ?? 'ok'
  }

  async function book({ customer, barber, start }: WaitlistCommand & { do: 'book' }) {
    const startTime = instantAt(start).toISOString()
    const body = { barberId: barbers[barber], serviceId: scene.service.id, startTime }
    const { status } = await call(appointmentsApi.create, { token: tokenOf(customer), body })
    return status === 201 ? 'ok' : 'refused'
  }

  async function cancel(index: number, model: WaitlistModel) {
    const number = index % model.appointments.length
    const appointment = model.appointments[number]
    if (!appointment) return 'refused'
    const params = { id: ids.appointments[number] as string }
    const { status } = await call(appointmentsApi.cancel, { token: tokenOf(appointment.customer), params, body: {} })
    return status === 200 ? 'ok' : 'refused'
  }

  async function respond(act: 'accept' | 'decline', index: number) {
    const id = ids.offers[index % ids.offers.length]
    if (!id) return 'LINK_INVALID'
    const { body } = await call(waitlistApi[act], { params: { token: await createOfferToken(db, id) } })
    return body.code ?? 'ok'
  }

  async function sweep() {
    await scene.match()
    await sweepWaitlist({ db, clock })
    return 'ok'
  }

  /** `model` has not run the command yet: it knows what the customer sees. */
  function run(step: WaitlistCommand, model: WaitlistModel): Promise<string> | string {
    if (step.do === 'request') return request(step)
    if (step.do === 'setStatus') return setStatus(step, model)
    if (step.do === 'book') return book(step)
    if (step.do === 'cancel') return cancel(step.index, model)
    if (step.do === 'sweep') return sweep()
    return step.do === 'advance' ? 'ok' : respond(step.do, step.index)
  }

  /** New rows get the next numbers. */
  function addNew(known: string[], rows: readonly Row[]) {
    for (const { id } of rows) if (!known.includes(id as string)) known.push(id as string)
  }

  async function read() {
    const { rows } = await selectState().execute(db)
    const found = rows[0] as Rows
    for (const kind of ['requests', 'appointments', 'offers', 'series'] as const) addNew(ids[kind], found[kind])
    const barberOf = (row: Row) => ({ barber: barbers.indexOf(row.barber as string) })
    const number = (kind: keyof typeof ids, id: unknown) => ids[kind].indexOf(id as string)
    const inOrder = (kind: keyof typeof ids, list: Row[]) =>
      list.toSorted((a, b) => number(kind, a.id) - number(kind, b.id)).map(({ id: _, ...row }) => row)
    const at = Date.parse.bind(Date)
    return {
      requests: inOrder('requests', found.requests),
      appointments: inOrder('appointments', found.appointments).map((row) => ({
        ...row,
        ...barberOf(row),
        customer: customers.findIndex(({ id }) => id === row.customer),
      })),
      freedTimes: found.freedTimes.map((row) => ({ ...row, ...barberOf(row) })),
      offers: inOrder('offers', found.offers).map((row) => ({
        ...row,
        request: number('requests', row.request),
        status: ['EXPIRED', 'WITHDRAWN'].includes(row.status as string) ? 'ENDED' : row.status,
      })),
      series: found.series.map(({ id, ...row }) => ({
        ...row,
        dates: found.dates
          .filter(({ series }) => series === id)
          .map(({ series: _, appointment, alternatives, ...date }) => ({
            ...date,
            appointment: appointment === null ? null : number('appointments', appointment),
            alternatives: (alternatives as { barberId: string; startTime: string }[]).map((one) => ({
              barber: barbers.indexOf(one.barberId),
              start: (at(one.startTime) - MIDNIGHT) / 60_000,
            })),
          })),
      })),
      timesOff: found.timesOff.map((row) => ({ ...row, ...barberOf(row) })),
    }
  }

  return {
    world,
    db,
    call,
    clock,
    scene,
    customers,
    barbers,
    tokenOf,
    tokenOfBarber,
    ids,
    reset,
    serveAll,
    run,
    read,
  }
}

/** Rows in the order of their numbers, new ones last. */
function selectState() {
  const list = (fields: ReturnType<typeof sql>, from: ReturnType<typeof sql>, order: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]') from ${from})`
  return sql<Rows>`select
    ${list(sql`'id', id, 'status', status, 'version', version`, sql`waitlist_requests`, sql`created_at`)} as requests,
    ${list(
      sql`'id', appointments.id, 'barber', appointments.barber_id, 'customer', appointments.customer_id,
          'start', ${minuteOf('starts_at')}, 'status', appointments.status`,
      sql`appointments left join series_dates on appointment_id = appointments.id
          left join appointment_series on appointment_series.id = series_id where appointments.status <> 'HELD' and starts_at >= ${instantAt(0)}`,
      sql`appointment_series.created_at, position`,
    )} as appointments,
    ${list(
      sql`'barber', barber_id, 'start', ${minuteOf('freed_times.from_start')}, 'status', status`,
      sql`(select *, lower(during) as from_start from freed_times) as freed_times`,
      sql`freed_at, from_start`,
    )} as "freedTimes",
    ${list(
      sql`'id', waitlist_offers.id, 'status', waitlist_offers.status, 'start', ${minuteOf('starts_at')},
          'expires', ${minuteOf('expires_at')}, 'request', request_id`,
      sql`waitlist_offers join freed_times on freed_times.id = freed_time_id`,
      sql`offered_at, freed_at, starts_at`,
    )} as offers,
    ${list(
      sql`'id', id, 'status', status, 'because', ended_because, 'version', version, 'minute', minute`,
      sql`appointment_series`,
      sql`created_at`,
    )} as series,
    ${list(
      sql`'series', series_id, 'position', position, 'day', date - '2026-03-11'::date, 'status', status, 'reason', reason,
          'appointment', appointment_id, 'alternatives', alternatives, 'replyBy', ${minuteOf('reply_by')},
          'isAlternativeDue', is_alternative_due`,
      sql`series_dates`,
      sql`position`,
    )} as dates,
    ${list(sql`'barber', barber_id, 'start', ${minuteOf('starts_at')}`, sql`time_off join barbers on barbers.id = barber_id`, sql`starts_at, position`)} as "timesOff"`
}
