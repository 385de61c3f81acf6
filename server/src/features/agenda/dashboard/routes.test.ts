import { dashboardApi } from '@na-regua/contract/dashboard'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createAppointmentRow } from '../../../../test/barbershop-factories.ts'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'
import { percentChange } from '../lists/rules.ts'
import { fillDays, toCsv } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

test('counts the appointments of the owner’s barbershops by local date [1.6, 2.88]', async () => {
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
    appointments: { thisMonth: 2, previousMonth: 1, changePercent: 100, completed: 1, upcoming: 1, cancelled: 1 },
    revenueCents: 5000,
    hours: [
      { dayOfWeek: 2, hour: 21, count: 1 },
      { dayOfWeek: 5, hour: 12, count: 1 },
    ],
  })
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toEqual({ date: '2026-03-11', count: 0, completed: 0 })
  expect(body.days.at(-2)).toEqual({ date: '2026-03-10', count: 1, completed: 1 })
})

test('completed, upcoming, unfinished, missed and cancelled appointments of the month are counted apart', async () => {
  const owner = await createOwner(world)
  const statuses = { COMPLETED: 4, NO_SHOW: 3, CANCELLED: 5, CONFIRMED: 1, SCHEDULED: 1 }
  for (const [status, count] of Object.entries(statuses))
    for (let day = 1; day <= count; day++)
      await createAppointmentRow(world, owner.shop.id, { status, startsAt: new Date(`2026-03-0${day}T15:00:00Z`) })
  await createAppointmentRow(world, owner.shop.id, { status: 'CONFIRMED', startsAt: new Date('2026-03-28T15:00:00Z') })
  await createAppointmentRow(world, owner.shop.id, { status: 'CANCELLED', startsAt: new Date('2026-02-28T15:00:00Z') })
  const { body } = await world.call(dashboardApi.get, { token: owner.token })
  expect(body.appointments).toEqual({
    thisMonth: 10,
    previousMonth: 0,
    changePercent: null,
    completed: 4,
    upcoming: 1,
    unfinished: 2,
    missed: 3,
    cancelled: 5,
  })
  expect(body.revenueCents).toBe(20_000)
  expect(body.days.find(({ date }: { date: string }) => date === '2026-03-01')).toMatchObject({
    count: 4,
    completed: 1,
  })
})

test('the customers of the CSV have what was completed, missed, cancelled, and what is next', async () => {
  const owner = await createOwner(world)
  const regular = await createUser(world, { name: 'Ana' })
  const onlyCancelled = await createUser(world, { name: 'Bia' })
  const add = (customerId: string, status: string, day: string) =>
    createAppointmentRow(world, owner.shop.id, { customerId, status, startsAt: new Date(`2026-${day}T15:00:00Z`) })
  for (const day of ['03-01', '03-02', '03-05']) await add(regular.id, 'COMPLETED', day)
  await add(regular.id, 'NO_SHOW', '03-06')
  await add(regular.id, 'CANCELLED', '03-07')
  await add(regular.id, 'CONFIRMED', '03-09')
  for (const day of ['03-20', '03-27']) await add(regular.id, 'SCHEDULED', day)
  await add(onlyCancelled.id, 'CANCELLED', '03-20')
  const { body } = await world.call(dashboardApi.exportCustomers, { token: owner.token })
  expect(body.split('\r\n').slice(0, -1)).toEqual([
    '\uFEFFNome;Telefone;Atendimentos;Total (R$);Último atendimento;Próximo horário;Faltas;Cancelados',
    'Ana;;3;150,00;05/03/2026;20/03/2026;1;1',
  ])
})

test('has no percentage and no revenue without appointments [2.88]', async () => {
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
    '\uFEFFData;Hora;Barbearia;Barbeiro;Cliente;Serviço;Minutos;Preço (R$);Valor (R$);Situação;Origem\r\n' +
      `10/03/2026;12:00;Navalha de Ouro;Beto Lima;"'=HYPERLINK(""x"");1";Corte masculino;30;50,00;50,00;Concluído;Não sabido\r\n`,
  )
  const customers = await world.call(dashboardApi.exportCustomers, { token: owner.token })
  expect(customers.body.split('\r\n')[1]).toBe(`"'=HYPERLINK(""x"");1";62988887777;1;50,00;10/03/2026;;0;0`)
})

test('is for owners only, and shows no data of other owners', async () => {
  const owner = await createOwner(world)
  await createAppointmentRow(world, owner.shop.id, { customerId: (await createUser(world, { name: 'Só Dela' })).id })
  const { other, barber, customer, anonymous } = await createOutsiders(world)
  // Those of own dates: figures.test.ts.
  const { figures: _figures, revenue: _revenue, exportBarbers: _exportBarbers, ...routes } = dashboardApi
  for (const route of Object.values(routes)) {
    for (const token of [barber, customer]) expect((await world.call(route, { token })).status).toBe(403)
    expect((await world.call(route, { token: anonymous })).status).toBe(401)
    const response = await world.call(route, { token: other })
    expect(response.status).toBe(200)
    expect(JSON.stringify(response.body)).not.toContain('Só Dela')
  }
})

test('percent change, days without appointments, CSV cells', () => {
  expect([percentChange(3, 0), percentChange(0, 4), percentChange(5, 4)]).toEqual([null, -100, 25])
  expect(fillDays('2026-03-01', [{ ago: 1, count: 7, completed: 5 }]).slice(-2)).toEqual([
    { date: '2026-02-28', count: 7, completed: 5 },
    { date: '2026-03-01', count: 0, completed: 0 },
  ])
  expect(toCsv(['a', 'b'], [['x;y', 2]])).toBe('\uFEFFa;b\r\n"x;y";2\r\n')
})
