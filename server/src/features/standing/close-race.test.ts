import { appointmentsApi } from '@na-regua/contract/appointments'
import { type DisplacingChange, displacementsApi } from '@na-regua/contract/displacements'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displace } from '../../../test/displacement-scene.ts'
import { createSubscription } from '../../../test/factories.ts'
import { createSeriesRace } from '../../../test/series-scene.ts'

const ROUNDS = 40
const race = await createSeriesRace()
const { harness, second, customer, owner, shop, start, fill, change } = race

beforeAll(async () => {
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await createSubscription(harness, owner.id, {})
})
afterAll(() => race.close())

const CLOSED = '2026-03-20'
const daily = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  openTime: '00:00',
  closeTime: '00:00',
  isClosed: false,
}))
const closing: DisplacingChange = {
  type: 'opening-hours',
  operatingHours: daily,
  specialDates: [{ date: CLOSED, openTime: null, closeTime: null, isClosed: true, reason: null }],
}
const closeDay = (round: number) =>
  displace(
    (body) => second.send(round, displacementsApi.make, { token: owner.token, params: { id: shop.id }, body }),
    closing,
    'propose',
  )
const later = <T>(round: number, series: Series, act: () => Promise<T>) => race.later(round, round % 7, series, act)

async function findClosed({ id }: Series) {
  const { rows } = await sql<{ state: string; isByHours: boolean; isOpen: boolean; unnotified: number; due: number }>`
    select concat_ws(' ', series_dates.status, reason, appointments.status, cancelled_by) as state,
           coalesce(cancel_reason like 'Não há mais atendimento%', false) as "isByHours",
           appointments.status in ('SCHEDULED', 'CONFIRMED') as "isOpen",
           (select count(*)::int from series_dates where series_id = ${id} and notified_at is null) as unnotified,
           (select count(*)::int from series_dates where series_id = ${id} and is_alternative_due) as due
      from series_dates join appointments on appointments.id = appointment_id
     where series_id = ${id} and date = ${CLOSED}::date`.execute(harness.db)
  return rows[0]
}

async function countNotified(pattern: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications where user_id = ${customer.id} and message like ${pattern}`.execute(
    harness.db,
  )
  return rows[0]?.count ?? 0
}

describe(`a barbershop that closes on a date of a series, two processes, ${ROUNDS} rounds`, () => {
  it('the hours, the job, and a customer who cancels, ends or pauses: one end for the date, one message', async () => {
    const before = await harness.countDeadlocks()
    const seen: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const id = series.dates[1]?.appointment?.id ?? ''
      const acts = [
        () => second.call(round + 1, appointmentsApi.cancel, { params: { id }, token: customer.token }),
        () => change(round, series, 'PAUSED', customer),
        () => change(round, series, 'ENDED', owner),
        () => second.call(round, seriesApi.get, { params: { id: series.id }, token: customer.token }),
      ]
      const act = acts[round % 4] as () => Promise<unknown>
      const closing = later(round + 3, series, () => closeDay(round))
      const [saved] = await Promise.all([closing, later(round, series, act), ...fill(series.id), ...fill(series.id)])
      expect(saved.status, saved.body.code).toBe(201)
      await Promise.all([...fill(series.id), ...fill(series.id)])
      const closed = await findClosed(series)
      seen[closed?.state ?? ''] = (seen[closed?.state ?? ''] ?? 0) + 1
      expect(closed).toMatchObject({ isOpen: false, unnotified: 0, due: 0 })
      // Who ends or pauses after the message changes the reason of the date, not that it was sent.
      const mayBeNotified = closed?.state.includes('closed') ? [1] : closed?.isByHours ? [0, 1] : [0]
      expect(mayBeNotified).toContain(await countNotified('%20/03/2026: a barbearia desmarcou%'))
      expect(await harness.countOverlaps()).toBe(0)
    }
    console.info(`closed dates: ${JSON.stringify(seen)}`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
    expect(seen['ALTERNATIVES closed CANCELLED owner'] ?? 0).toBeGreaterThan(0)
    expect(Object.keys(seen).length).toBeGreaterThan(2)
  })

  it('the barbershop closes, cancels all, and opens again, with the job at each point: no date twice, none without a message', async () => {
    const before = await harness.countDeadlocks()
    const seen: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const series = await start()
      const input = { token: owner.token, params: { id: shop.id } }
      const closeAndOpen = async () => {
        await second.call(round, ownBarbershopsApi.deactivate, { ...input, query: { booked: 'cancel' } })
        return later(round, series, () => second.call(round + 1, ownBarbershopsApi.activate, input))
      }
      const [activated] = await Promise.all([
        later(round + 3, series, closeAndOpen),
        ...fill(series.id),
        later(round, series, () => Promise.all(fill(series.id))),
      ])
      expect(activated.status, activated.code).toBe(200)
      await Promise.all([...fill(series.id), ...fill(series.id)])
      const { rows } = await sql<{ booked: number; twice: number; unnotified: number }>`
        select count(*) filter (where appointments.status = 'CONFIRMED' and series_dates.status = 'BOOKED')::int as booked,
               count(*)::int - count(distinct starts_at)::int as twice, count(*) filter (where notified_at is null)::int as unnotified
          from series_dates left join appointments on appointments.id = appointment_id where series_id = ${series.id}`.execute(
        harness.db,
      )
      expect(rows[0]).toEqual({ booked: 8, twice: 0, unnotified: 0 })
      const suspended = await countNotified('%não está recebendo%')
      const resumed = await countNotified('%voltou a receber%')
      seen[`${suspended} ${resumed}`] = (seen[`${suspended} ${resumed}`] ?? 0) + 1
      expect([suspended, resumed].every((count) => count <= 1) && resumed === 1).toBe(true)
    }
    console.info(`suspended and resumed: ${JSON.stringify(seen)}`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })
})
