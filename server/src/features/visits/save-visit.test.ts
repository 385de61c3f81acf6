import { randomUUID } from 'node:crypto'
import { cashApi } from '@na-regua/contract/cash'
import { commandsApi } from '@na-regua/contract/commands'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { issueAt } from '../../../test/command-scene.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createVisitScene(world)
const { shop, owner, barber, colleague, cut, pomade, profile } = scene

const line = { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 } as const
const product = { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000 } as const

type Saved = { id: string; token?: string } & Record<string, unknown>
const save = ({ id, token = owner.token, ...draft }: Saved) =>
  world.call(visitsApi.save, { token, params: { id }, body: { barbershopId: shop.id, lines: [line], ...draft } })

const list = (token: string, date?: string) =>
  world.call(visitsApi.list, { token, params: { id: shop.id }, query: { date } })

describe('an open visit', () => {
  test('is closed although a movement of cash has its id', async () => {
    const id = randomUUID()
    await save({ id, barberId: barber.id })
    const opening = { id: randomUUID(), floatCents: 0 }
    await world.call(cashApi.open, { token: owner.token, params: { id: shop.id }, body: opening })
    const session = { token: owner.token, params: { id: opening.id } }
    const supply = { id, kind: 'supply', amountCents: 5000, account: 'bank' }
    expect((await world.call(cashApi.move, { ...session, body: supply })).status).toBe(200)
    expect((await scene.close({ id, version: 1 })).body.visit).toMatchObject({ status: 'CLOSED' })
    await world.call(cashApi.close, { ...session, body: { counted: { cash: 10_000 } } })
  })

  test('is changed while the customer is here, and closed as it is then', async () => {
    const appointment = await scene.putAppointment()
    const id = randomUUID()
    const opened = await save({ id, token: barber.token, appointmentId: appointment.id })
    expect(opened.body.visit).toMatchObject({ status: 'OPEN', version: 1, totalCents: null, profileId: profile.id })
    const changed = await save({ id, appointmentId: appointment.id, lines: [line, product], version: 1 })
    expect(changed.body.visit).toMatchObject({ version: 2, lines: [{ name: 'Corte' }, { name: 'Pomada' }] })
    const stale = await save({ id, appointmentId: appointment.id, version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'VISIT_CHANGED'])
    const another = await scene.close({ appointmentId: appointment.id })
    expect([another.status, another.body.code]).toEqual([409, 'VISIT_CHANGED'])
    const closed = await scene.close({ id, appointmentId: appointment.id, version: 2, lines: [line, product] })
    expect(closed.body.visit).toMatchObject({ status: 'CLOSED', number: opened.body.visit.number, totalCents: 9000 })
    expect((await save({ id, appointmentId: appointment.id, version: 3 })).body.code).toBe('VISIT_CLOSED')
  })

  test('is discarded once, and closed no more', async () => {
    const id = randomUUID()
    await save({ id })
    const discard = (version: number) =>
      world.call(visitsApi.discard, { token: owner.token, params: { id }, body: { version } })
    expect((await discard(7)).body.code).toBe('VISIT_CHANGED')
    expect((await discard(1)).body.visit.status).toBe('DISCARDED')
    expect((await discard(1)).body.code).toBe('VISIT_CHANGED')
    expect((await scene.close({ id, version: 2 })).body.code).toBe('VISIT_CHANGED')
  })
})

test('the visits of a day: a barber reads the own ones, and those of another day stay while they are open', async () => {
  world.clock.advance({ minutes: 1440 })
  const ofColleague = await save({ id: randomUUID(), token: colleague.token, barberId: colleague.id })
  world.clock.advance({ minutes: 1440 })
  await scene.close()
  const all = await list(owner.token)
  expect(all.body).toMatchObject({ date: '2026-03-13', today: '2026-03-13', timeZone: 'America/Sao_Paulo' })
  expect(all.body.visits.map(({ day, status }: { day: string; status: string }) => `${day} ${status}`)).toEqual([
    '2026-03-13 CLOSED',
    '2026-03-12 OPEN',
  ])
  expect((await list(barber.token)).body.visits).toMatchObject([{ barber: { name: 'Beto Lima' } }])
  expect((await list(colleague.token, '2026-03-12')).body.visits).toMatchObject([{ id: ofColleague.body.visit.id }])
  const { owner: foreign } = await createVisitScene(world)
  expect((await list(foreign.token)).status).toBe(404)
})

test('what the sheet needs: the lists, how the last was paid, what the customer owes, and the open visit', async () => {
  const appointment = await scene.putAppointment()
  await scene.close({ profileId: profile.id, payments: [pay('account', 5000)] })
  world.clock.advance({ minutes: 1 })
  await scene.close({ payments: [pay('debit', 5000)] })
  const { body } = await save({ id: randomUUID(), appointmentId: appointment.id })
  const checkout = await world.call(visitsApi.checkout, {
    token: barber.token,
    params: { id: shop.id },
    query: { appointmentId: appointment.id },
  })
  expect(checkout.body).toMatchObject({
    usesVisits: true,
    closesAll: false,
    ownBarberId: barber.id,
    caresForMoney: false,
    barbers: [{ name: 'Beto Lima' }, { name: 'Caio Prado' }],
    services: [{ name: 'Barba', priceCents: 3000 }, { name: 'Corte' }],
    products: [{ name: 'Pomada', priceCents: 4000 }, { name: 'Xampu' }],
    lastMethod: 'debit',
    customer: { profileId: profile.id, owedCents: 5000, debtLimitCents: 20_000 },
    visit: { id: body.visit.id, status: 'OPEN' },
  })
})

test('the owner says how much a customer may owe, and whether visits are used', async () => {
  const limit = (token: string) =>
    world.call(visitsApi.limitDebt, { token, params: { id: profile.id }, body: { limitCents: null } })
  expect((await limit(barber.token)).status).toBe(403)
  expect((await limit((await createVisitScene(world)).owner.token)).body.code).toBe('CUSTOMER_NOT_FOUND')
  expect((await limit(owner.token)).body).toEqual({ limitCents: null })
  const refused = await scene.close({ profileId: profile.id, payments: [pay('account', 5000)] })
  expect(refused.body.message).toBe('Este cliente não tem limite de fiado.')
  const { body } = await world.call(visitsApi.changeSettings, {
    token: owner.token,
    params: { id: shop.id },
    body: { usesVisits: false },
  })
  expect(body).toEqual({ usesVisits: false })
})

describe('a device without network', () => {
  const issue = issueAt(world.clock)
  const deviceId = randomUUID()
  const send = async (command: object, token = barber.token) => {
    const { body } = await world.call(commandsApi.send, { token, body: { deviceId, commands: [command] } })
    return body.results[0]
  }
  const closing = () => ({ barbershopId: shop.id, lines: [line], payments: [pay('pix', 5000)] })

  test('closes a visit of the day on which it was: once, also if it is sent again', async () => {
    const { id, version } = await scene.putAppointment({ minutes: -120 })
    const target = { appointmentId: id, version }
    const visitId = randomUUID()
    const command = issue({ type: 'closeVisit', target, visitId, input: closing() as never })
    world.clock.advance({ minutes: 3 * 1440 })
    const first = await send(command)
    expect(first).toMatchObject({ outcome: 'applied', appointment: { id, status: 'COMPLETED', version: version + 1 } })
    expect(await send(command)).toMatchObject({ outcome: 'applied' })
    const { visit } = (await world.call(visitsApi.get, { token: owner.token, params: { id: visitId } })).body
    expect(visit).toMatchObject({ status: 'CLOSED', closedAt: command.issuedAt, day: command.issuedAt.slice(0, 10) })
  })

  test('takes no money before the appointment, whose plan and month it would choose', async () => {
    const { id, version } = await scene.putAppointment({ minutes: -90, status: 'COMPLETED' })
    const target = { appointmentId: id, version }
    const command = issue({ type: 'closeVisit', target, visitId: randomUUID(), input: closing() as never })
    const issuedAt = new Date(world.clock.now().getTime() - 13 * 86_400_000).toISOString()
    expect(await send({ ...command, issuedAt })).toMatchObject({ outcome: 'refused', error: { code: 'NOT_STARTED' } })
  })

  test('gets a refusal that says what another device did before', async () => {
    const { id, version } = await scene.putAppointment()
    const { visit } = (await scene.close({ appointmentId: id })).body
    const target = { appointmentId: id, version }
    const command = issue({ type: 'closeVisit', target, visitId: randomUUID(), input: closing() as never })
    expect(await send(command)).toMatchObject({
      outcome: 'refused',
      appointment: { id },
      error: { code: 'VISIT_CLOSED', message: expect.stringContaining(`A comanda ${visit.number} já foi fechada às `) },
    })
  })

  test('closes the walk-in that it has added itself, in the same request', async () => {
    const walkIn = issue({
      type: 'walkIn',
      input: { barberId: barber.id, serviceId: cut.id, customerName: 'Zé' } as never,
    })
    const visitId = randomUUID()
    const command = issue({
      type: 'closeVisit',
      target: { commandId: walkIn.id },
      after: walkIn.id,
      visitId,
      input: closing() as never,
    })
    const { body } = await world.call(commandsApi.send, {
      token: barber.token,
      body: { deviceId, commands: [walkIn, command] },
    })
    expect(body.results).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }])
    const { visit } = (await world.call(visitsApi.get, { token: owner.token, params: { id: visitId } })).body
    expect(visit).toMatchObject({ status: 'CLOSED', customerName: 'Zé', appointmentId: body.results[0].appointment.id })
  })

  test('closes a sale that is of no appointment, and a comanda that was opened before: once', async () => {
    const visitId = randomUUID()
    const sale = issue({ type: 'closeVisit', visitId, input: closing() as never })
    const isClosed = { outcome: 'applied', appointment: null, error: null }
    expect(await send(sale, owner.token)).toMatchObject(isClosed)
    expect(await send(sale, owner.token)).toMatchObject(isClosed)
    const again = { ...sale, id: randomUUID() }
    expect(await send(again, owner.token)).toMatchObject(isClosed)
    const { visit } = (await world.call(visitsApi.get, { token: owner.token, params: { id: visitId } })).body
    expect(visit).toMatchObject({ status: 'CLOSED', appointmentId: null, totalCents: 5000 })

    const appointment = await scene.putAppointment()
    const open = (await save({ id: randomUUID(), appointmentId: appointment.id })).body.visit
    const { id, version, appointmentId } = open
    const input = { ...closing(), version, appointmentId }
    const ofOpen = issue({ type: 'closeVisit', visitId: id, input: input as never })
    expect(await send(ofOpen)).toMatchObject({
      outcome: 'applied',
      appointment: { id: appointment.id, status: 'COMPLETED' },
    })
  })

  test('writes into the book what happened then, as recorded now, and into the register that is open now', async () => {
    const opening = { id: randomUUID(), floatCents: 0 }
    await world.call(cashApi.open, { token: owner.token, params: { id: shop.id }, body: opening })
    const { id, version } = await scene.putAppointment({ minutes: -60 })
    const visitId = randomUUID()
    const target = { appointmentId: id, version }
    const input = { barbershopId: shop.id, lines: [line, product], payments: [pay('credit', 9000)] }
    const command = issue({ type: 'closeVisit', target, visitId, input: input as never })
    world.clock.advance({ minutes: 10 * 1440 })
    // Sessions have ended by then.
    const barberToken = await createSessionToken(world, barber.user_id)
    const token = await createSessionToken(world, owner.id)
    expect(await send(command, barberToken)).toMatchObject({ outcome: 'applied' })
    const { rows } = await sql`
      select distinct occurred_at as occurred, recorded_at as recorded from ledger_transactions
       where source_id = ${visitId}`.execute(world.db)
    expect(rows).toEqual([{ occurred: new Date(command.issuedAt), recorded: world.clock.now() }])
    const counted = await world.call(cashApi.close, {
      token,
      params: { id: opening.id },
      body: { counted: { cash: 0 } },
    })
    expect(counted.body.session.counts).toContainEqual({ method: 'credit', expectedCents: 9000, countedCents: null })
  })
})
