import { dashboardApi } from '@na-regua/contract/dashboard'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createAppointmentRow } from '../../../../test/barbershop-factories.ts'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'
import { percentChange } from '../agenda/rules.ts'
import { fillDays, toCsv } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

test('counts the appointments of the owner’s barbershops by local date', async () => {
  const owner = await createOwner(world)
  const other = await createOwner(world)
  await createAppointmentRow(world, other.shop.id)
  // 00:15 UTC on the 11th is the evening of the 10th in São Paulo.
  await createAppointmentRow(world, owner.shop.id, { startsAt: new Date('2026-03-11T00:15:00Z') })
  await createAppointmentRow(world, owner.shop.id, { startsAt: new Date('2026-03-20T15:00:00Z'), status: 'CONFIRMED' })
  await createAppointmentRow(world, owner.shop.id, { startsAt: new Date('2026-02-20T15:00:00Z') })
  await createAppointmentRow(world, owner.shop.id, { startsAt: new Date('2026-03-02T15:00:00Z'), status: 'CANCELLED' })
  const { status, body } = await world.call(dashboardApi.get, { token: owner.token })
  expect(status).toBe(200)
  expect(Value.Check(dashboardApi.get.schema.response[200], body)).toBe(true)
  expect(body).toMatchObject({
    barbershops: { active: 1, total: 1 },
    barbers: 4,
    appointments: { thisMonth: 2, previousMonth: 1, changePercent: 100 },
    revenueCents: 5000,
    hours: [
      { dayOfWeek: 2, hour: 21, count: 1 },
      { dayOfWeek: 5, hour: 12, count: 1 },
    ],
  })
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toEqual({ date: '2026-03-11', count: 0 })
  expect(body.days.at(-2)).toEqual({ date: '2026-03-10', count: 1 })
})

test('has no percentage and no revenue without appointments', async () => {
  const { token } = await createOwner(world)
  const { body } = await world.call(dashboardApi.get, { token })
  expect(body).toMatchObject({ appointments: { thisMonth: 0, changePercent: null }, revenueCents: null, hours: [] })
})

test('exports appointments and customers as CSV, and no name becomes a formula', async () => {
  const owner = await createOwner(world)
  const customer = await createUser(world, { name: '=HYPERLINK("x");1', phone: '62988887777' })
  await createAppointmentRow(world, owner.shop.id, {
    customerId: customer.id,
    startsAt: new Date('2026-03-10T15:00:00Z'),
  })
  const appointments = await world.call(dashboardApi.exportAppointments, { token: owner.token })
  expect(appointments.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(appointments.body).toBe(
    '\uFEFFData;Hora;Barbearia;Barbeiro;Cliente;Serviço;Minutos;Preço (R$);Situação\r\n' +
      `10/03/2026;12:00;Navalha de Ouro;Beto Lima;"'=HYPERLINK(""x"");1";Corte masculino;30;50,00;Concluído\r\n`,
  )
  const customers = await world.call(dashboardApi.exportCustomers, { token: owner.token })
  expect(customers.body.split('\r\n')[1]).toBe(`"'=HYPERLINK(""x"");1";62988887777;1;50,00;10/03/2026`)
})

test('is for owners only, and shows no data of other owners', async () => {
  const owner = await createOwner(world)
  await createAppointmentRow(world, owner.shop.id, { customerId: (await createUser(world, { name: 'Só Dela' })).id })
  const { other, barber, customer, anonymous } = await createOutsiders(world)
  for (const route of Object.values(dashboardApi)) {
    for (const token of [barber, customer]) expect((await world.call(route, { token })).status).toBe(403)
    expect((await world.call(route, { token: anonymous })).status).toBe(401)
    const response = await world.call(route, { token: other })
    expect(response.status).toBe(200)
    expect(JSON.stringify(response.body)).not.toContain('Só Dela')
  }
})

test('percent change, days without appointments, CSV cells', () => {
  expect([percentChange(3, 0), percentChange(0, 4), percentChange(5, 4)]).toEqual([null, -100, 25])
  expect(fillDays('2026-03-01', [{ ago: 1, count: 7 }]).slice(-2)).toEqual([
    { date: '2026-02-28', count: 7 },
    { date: '2026-03-01', count: 0 },
  ])
  expect(toCsv(['a', 'b'], [['x;y', 2]])).toBe('\uFEFFa;b\r\n"x;y";2\r\n')
})
