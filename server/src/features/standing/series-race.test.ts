import { appointmentsApi } from '@na-regua/contract/appointments'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSeriesRace } from '../../../test/series-scene.ts'

const ROUNDS = 40
const race = await createSeriesRace({ barberCount: 2 })
const { harness, second, customer, owner, membership, service, fill, change } = race
const [rival] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
afterAll(() => race.close())

/** On the next Monday one more date is due. */
async function start(): Promise<Series> {
  const series = await race.start()
  harness.clock.set('2026-03-16T15:00:00.000Z')
  return series
}

const take = (round: number, startTime: string) =>
  second.call(round, appointmentsApi.create, {
    token: rival.token,
    body: { barberId: membership.id, serviceId: service.id, startTime },
  })

const takeAfter = (round: number, startTime: string, series: Series) =>
  race.later(round, round % 10, series, () => take(round, startTime))

/** No date twice, no overlap, no open date of a series that is not active, and every date of an active one accounted for. */
async function check({ id }: Series) {
  expect(await harness.countOverlaps()).toBe(0)
  const { rows } = await sql<{ status: string; dates: number; open: number; orphans: number; twice: number }>`
    select status, (select count(*) from series_dates where series_id = series.id and date > '2026-03-16') as dates,
           (select count(*) from series_dates join appointments on appointments.id = appointment_id
             where series_id = series.id and appointments.status in ('SCHEDULED', 'CONFIRMED') and starts_at > ${harness.clock.now()}) as open,
           (select count(*) from appointments where customer_id = ${customer.id} and idempotency_key like 'series-%'
               and not exists (select from series_dates where appointment_id = appointments.id)) as orphans,
           (select count(*) from (select 1 from appointments where customer_id = ${customer.id} and status in ('SCHEDULED', 'CONFIRMED')
             group by (starts_at at time zone 'America/Sao_Paulo')::date having count(*) > 1) as same) as twice
      from appointment_series series where id = ${id}`.execute(harness.db)
  expect(rows[0]).toMatchObject({ orphans: 0, twice: 0 })
  return rows[0] as { status: string; dates: number; open: number }
}

describe(`a series on two processes, ${ROUNDS} rounds`, () => {
  it('the job and a pause or an end: what is over has no date ahead', async () => {
    const before = await harness.countDeadlocks()
    const seen: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const status = round % 2 ? 'PAUSED' : 'ENDED'
      const changes = [change(round, series, status, customer), change(round + 1, series, 'ENDED', owner)]
      const results = await Promise.all([...changes, ...fill(series.id), ...fill(series.id)])
      const codes = results.slice(0, 2).map((result) => String((result as { status: number }).status))
      seen[codes.join()] = (seen[codes.join()] ?? 0) + 1
      const after = await check(series)
      expect(after.status).not.toBe('ACTIVE')
      expect(after.open).toBe(0)
    }
    console.info(`series: ${JSON.stringify(seen)}`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('the job, the customer who cancels, staff who move, and a rival who wants the new date', async () => {
    const before = await harness.countDeadlocks()
    let lost = 0
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const [, one, other] = series.dates.map(({ appointment }) => appointment?.id ?? '')
      const due = new Date(Date.parse(series.dates[7]?.appointment?.startTime ?? '') + 7 * 86_400_000).toISOString()
      const moved = new Date(Date.parse(series.dates[2]?.appointment?.startTime ?? '') + 3_600_000).toISOString()
      const results = await Promise.all([
        takeAfter(round, due, series),
        second.call(round + 1, appointmentsApi.cancel, { params: { id: one as string }, token: customer.token }),
        second.call(round, staffBookingsApi.move, {
          params: { id: other as string },
          token: owner.token,
          body: { startTime: moved, version: 1 },
        }),
        ...fill(series.id),
        ...fill(series.id),
      ])
      const [rivalStatus, cancelled, move] = results.slice(0, 3).map((result) => (result as { status: number }).status)
      expect([cancelled, move]).toEqual([200, 200])
      await Promise.all(fill(series.id))
      const after = await check(series)
      expect(after).toMatchObject({ status: 'ACTIVE', dates: 8 })
      if (rivalStatus === 201) lost++
      // Either the rival has the new date and the customer alternatives, or the customer has it.
      expect(after.open).toBe(rivalStatus === 201 ? 6 : 7)
    }
    console.info(`series: the rival won ${lost} of ${ROUNDS}`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('one choice of two at once, by the customer and by staff', async () => {
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const due = new Date(Date.parse(series.dates[7]?.appointment?.startTime ?? '') + 7 * 86_400_000).toISOString()
      await take(round, due)
      await Promise.all(fill(series.id))
      const input = { params: { id: series.id }, token: customer.token }
      const { body } = await harness.call(seriesApi.get, input)
      const date = (body.series as Series).dates.at(-1)
      const [first, other] = date?.alternatives ?? []
      if (!date || !first || !other) throw new Error('no alternatives')
      const reply = (by: SceneCustomer, { barberId, startTime }: typeof first) =>
        harness.call(seriesApi.reply, {
          params: { id: series.id, date: date.date },
          token: by.token,
          body: { choice: { barberId, startTime } },
        })
      const results = await Promise.all([reply(customer, first), reply(owner, other), ...fill(series.id)])
      const statuses = results.slice(0, 2).map((result) => (result as { status: number }).status)
      expect(statuses.toSorted()).toEqual([200, 409])
      expect(await check(series)).toMatchObject({ status: 'ACTIVE', dates: 8, open: 8 })
    }
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('two move it to other times while the job runs: one wins, and every date follows', async () => {
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const from = series.dates[2]?.date ?? ''
      const move = (by: SceneCustomer, hour: number) => {
        const startTime = new Date(Date.parse(series.dates[2]?.appointment?.startTime ?? '') + hour * 3_600_000)
        const body = { version: series.version, from, startTime: startTime.toISOString() }
        return second.call(hour, seriesApi.move, { params: { id: series.id }, token: by.token, body })
      }
      const results = await Promise.all([move(customer, 1), move(owner, 26), ...fill(series.id)])
      const statuses = results.slice(0, 2).map((result) => (result as { status: number }).status)
      expect(statuses.toSorted()).toEqual([200, 409])
      await Promise.all(fill(series.id))
      expect(await check(series)).toMatchObject({ status: 'ACTIVE', open: 8 })
      const { rows } = await sql`select from series_dates where is_moving`.execute(harness.db)
      expect(rows).toEqual([])
    }
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('four dates missing at once, of which others have two and the customer one: each decided and notified of once', async () => {
    const before = await harness.countDeadlocks()
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      // The first missing one, two that the rival has, and one that the customer has booked.
      const starts = [7, 14, 21, 28].map(
        (days) => new Date(Date.parse(series.dates[7]?.appointment?.startTime ?? '') + days * 86_400_000),
      )
      const put = (at: Date | undefined, by: SceneCustomer) =>
        race.put({
          status: 'CONFIRMED',
          customer: by,
          minutes: ((at as Date).getTime() - harness.clock.now().getTime()) / 60_000,
        })
      const freed = await put(starts[1], rival)
      await put(starts[2], rival)
      const own = await put(starts[3], customer)
      harness.clock.set('2026-04-06T15:00:00.000Z')
      const cancel = { params: { id: freed }, token: rival.token }
      const [cancelled] = await Promise.all([
        second.call(round, appointmentsApi.cancel, cancel),
        ...fill(series.id),
        ...fill(series.id),
      ])
      expect(cancelled.status).toBe(200)
      await Promise.all(fill(series.id))
      expect(await harness.countOverlaps()).toBe(0)
      const { rows } = await sql<{ status: string; mine: boolean; isNotified: boolean }>`
        select status, appointment_id = ${own}::uuid as mine, notified_at is not null as "isNotified"
          from series_dates where series_id = ${series.id} and position > 7 order by position`.execute(harness.db)
      expect(rows.map(({ isNotified }) => isNotified)).toEqual(rows.map(() => true))
      expect(rows[0]).toMatchObject({ status: 'BOOKED' })
      // The rival may have cancelled before it was read.
      expect(['BOOKED', 'ALTERNATIVES']).toContain(rows[1]?.status)
      expect(rows[2]).toMatchObject({ status: 'ALTERNATIVES' })
      const { rows: notified } = await sql<{ position: string }>`
        select unnest(string_to_array(split_part(dedupe_key, ':', 5), '-')) as position from notifications
         where user_id = ${customer.id} and dedupe_key like ${`series:${series.id}:dates:%`}`.execute(harness.db)
      const positions = notified.map(({ position }) => position)
      expect(new Set(positions).size).toBe(positions.length)
      expect(rows[3]).toMatchObject({ status: 'BOOKED', mine: true })
    }
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })
})
