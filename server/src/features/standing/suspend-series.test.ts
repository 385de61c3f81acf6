import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createSeriesScene } from '../../../test/series-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createSeriesScene(world)
const { customer, owner, shop, mailbox, at, put, start, get, fill, notified } = scene
beforeEach(scene.clear)

async function deactivate(booked: 'keep' | 'cancel') {
  const input = { token: owner.token, params: { id: shop.id }, query: { booked } }
  expect((await world.call(ownBarbershopsApi.deactivate, input)).status).toBe(200)
}
async function activate() {
  const input = { token: owner.token, params: { id: shop.id } }
  expect((await world.call(ownBarbershopsApi.activate, input)).status).toBe(200)
}
const counts = ({ dates }: Series) =>
  Object.fromEntries(
    [...Map.groupBy(dates, ({ status, reason }) => [status, reason ?? ''].join(' ').trim())].map(([key, list]) => [
      key,
      list.length,
    ]),
  )
const SUSPENDED =
  'Horário fixo em espera: A Navalha de Ouro não está recebendo agendamentos. Corte com Beto, toda sexta às 15h.'

describe('a barbershop that is not active', () => {
  test('and keeps what is booked: the customer is notified once, and again when dates are booked', async () => {
    const series = await start()
    await deactivate('keep')
    world.clock.set(at('11:00', '2026-03-16'))
    await fill(series.id)
    await Promise.all([fill(series.id), fill(series.id)])
    const staying = `${SUSPENDED} O que já está marcado continua valendo. Nenhuma data nova é marcada até ela voltar.`
    expect(await notified()).toEqual([staying])
    expect(await get(series.id)).toMatchObject({ status: 'ACTIVE', isSuspended: true })
    expect(counts(await get(series.id))).toEqual({ BOOKED: 7 })
    world.clock.set(at('11:00', '2026-03-17'))
    await activate()
    await Promise.all([fill(series.id), fill(series.id)])
    await fill(series.id)
    expect(await notified()).toEqual([
      staying,
      'Horário fixo de volta: A Navalha de Ouro voltou a receber agendamentos. Corte com Beto, toda sexta às 15h, na Navalha de Ouro: marcado para sexta, 08/05/2026 às 15h.',
    ])
    expect(await get(series.id)).toMatchObject({ isSuspended: false })
    await mailbox.deliver()
    expect(mailbox.emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Horário fixo em espera'])
  })

  test('for a day, without a new date: says that it is back', async () => {
    const series = await start()
    await deactivate('keep')
    await fill(series.id)
    world.clock.set(at('11:00', '2026-03-12'))
    await activate()
    await fill(series.id)
    expect((await notified())[1]).toBe(
      'Horário fixo de volta: A Navalha de Ouro voltou a receber agendamentos. Corte com Beto, toda sexta às 15h, continua.',
    )
    expect(await notified()).toHaveLength(2)
  })

  test('for some minutes: the customer is not notified', async () => {
    const series = await start()
    await deactivate('keep')
    await activate()
    await fill(series.id)
    expect(await notified()).toEqual([])
  })

  test('and cancels what is booked: one message for all dates, each booked again when it is back', async () => {
    const series = await start()
    const other = await put('2026-03-12', '10:00')
    await deactivate('cancel')
    await mailbox.deliver()
    await fill(series.id)
    await mailbox.deliver()
    const texts = await notified()
    expect(texts).toHaveLength(2)
    expect(texts).toContain(
      `${SUSPENDED} 8 datas marcadas foram canceladas. Nenhuma data nova é marcada até ela voltar.`,
    )
    expect(texts.find((text) => !text.startsWith('Horário fixo'))).toContain('12/03/2026')
    expect(mailbox.emails.filter(({ to }) => to.startsWith(customer.id))).toHaveLength(2)
    expect(counts(await get(series.id))).toEqual({ 'SKIPPED paused': 8 })
    world.clock.set(at('11:00', '2026-03-16'))
    await activate()
    await fill(series.id)
    await fill(series.id)
    const after = await get(series.id)
    expect(counts(after)).toEqual({ BOOKED: 8 })
    expect(after.dates.map(({ date }) => date).at(0)).toBe('2026-03-20')
    expect(after.dates.every(({ appointment }) => appointment?.status === 'CONFIRMED')).toBe(true)
    expect((await notified()).filter((text) => text.startsWith('Horário fixo de volta'))).toHaveLength(1)
    const [{ status } = { status: '' }] = await world.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', other)
      .execute()
    expect(status).toBe('CANCELLED')
  })

  test('back before the job: the cancelled dates are booked again all the same', async () => {
    const series = await start()
    await deactivate('cancel')
    await activate()
    await fill(series.id)
    expect(counts(await get(series.id))).toEqual({ BOOKED: 8 })
    expect(await notified()).toHaveLength(1)
    expect((await notified())[0]).toContain('8 datas marcadas, de sexta, 13/03/2026 a sexta, 01/05/2026')
  })

  test('ends no series whose customer could not choose in time', async () => {
    const day = (date: string) => ({ barbershop_id: shop.id, date: new Date(`${date}T00:00:00Z`) as never })
    await world.db
      .insertInto('special_dates')
      .values([day('2026-03-20'), day('2026-03-27')])
      .execute()
    const series = await start()
    expect(counts(series)).toEqual({ BOOKED: 6, 'ALTERNATIVES closed': 2 })
    await deactivate('keep')
    world.clock.set(at('11:00', '2026-03-17'))
    await fill(series.id)
    expect(await get(series.id)).toMatchObject({ status: 'ACTIVE' })
    expect(counts(await get(series.id))).toEqual({ BOOKED: 5, 'SKIPPED paused': 2 })
    world.clock.set(at('11:00', '2026-03-18'))
    await activate()
    await fill(series.id)
    expect(counts(await get(series.id))).toEqual({ BOOKED: 6, 'ALTERNATIVES closed': 2 })
    expect((await notified())[1]).toContain('voltou a receber agendamentos')
  })

  test('and a customer who ends the series before the job: each cancelled date is accounted for', async () => {
    const series = await start()
    await deactivate('cancel')
    const body = { version: series.version, status: 'ENDED' as const }
    await world.call(seriesApi.change, { params: { id: series.id }, token: customer.token, body })
    await fill(series.id)
    const texts = await notified()
    expect(texts.filter((text) => text.startsWith('Horário fixo: algumas datas mudaram'))).toHaveLength(1)
    const { rows } = await sql<{ unnotified: number }>`
      select count(*)::int as unnotified from series_dates where notified_at is null`.execute(world.db)
    expect(rows[0]?.unnotified).toBe(0)
  })
})
