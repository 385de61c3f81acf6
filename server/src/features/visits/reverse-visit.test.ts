import { randomUUID } from 'node:crypto'
import { privacyApi } from '@na-regua/contract/privacy'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createVisitScene(world)
const { shop, owner, barber, cut, profile } = scene

const reverse = (id: string, { token = owner.token, ...body }: { token?: string; copyId?: string } = {}) =>
  world.call(visitsApi.reverse, { token, params: { id }, body: { reason: 'Valor errado', ...body } })

async function balances() {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account_id as account, sum(amount) as cents from ledger_entries where barbershop_id = ${shop.id} group by 1 having sum(amount) <> 0
     order by 1`.execute(world.db)
  return rows
}

test('a reversal restores every balance, and its copy is closed instead', async () => {
  const appointment = await scene.putAppointment()
  const before = await balances()
  const closed = await scene.close({
    appointmentId: appointment.id,
    lines: [
      { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 },
      { kind: 'tip', barberId: barber.id, unitCents: 500 },
    ],
    payments: [pay('cash', 2000), pay('account', 1500), pay('pix', 2000, { isReceived: true })],
  })
  const copyId = randomUUID()
  const { status, body } = await reverse(closed.body.visit.id, { copyId })
  expect(status).toBe(200)
  expect(body.visit).toMatchObject({
    status: 'REVERSED',
    reversedBy: 'Dona Rita Ramos',
    reversalReason: 'Valor errado',
  })
  expect(body.copy).toMatchObject({
    id: copyId,
    status: 'OPEN',
    number: 2,
    appointmentId: appointment.id,
    copiedFrom: closed.body.visit.id,
    profileId: profile.id,
    lines: closed.body.visit.lines,
    payments: [],
  })
  expect(await balances()).toEqual(before)

  const corrected = await scene.close({ id: copyId, appointmentId: appointment.id, version: body.copy.version })
  expect(corrected.body.visit).toMatchObject({
    status: 'CLOSED',
    number: 2,
    totalCents: 5000,
    lines: [{ name: 'Corte' }],
  })
})

test('a reversal is not reversed, and not repeated', async () => {
  const { id } = (await scene.close()).body.visit
  await reverse(id)
  const after = await balances()
  const again = await reverse(id)
  expect([again.status, again.body]).toMatchObject([
    409,
    { code: 'ALREADY_REVERSED', message: 'Esta comanda já foi estornada.' },
  ])
  expect(await balances()).toEqual(after)
  expect((await scene.close({ id })).body.code).toBe('VISIT_CLOSED')
})

test('a reversal has a reason', async () => {
  const { body } = await scene.close()
  const reversal = { token: owner.token, params: { id: body.visit.id }, body: { reason: ' \n' } }
  expect((await world.call(visitsApi.reverse, reversal)).body).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Escreva o motivo.',
  })
})

test('a courtesy is reversed, an open visit is not', async () => {
  const lines = [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 5000 }]
  const { id } = (await scene.close({ lines })).body.visit
  const { body } = await reverse(id, { copyId: randomUUID() })
  expect(body.visit.status).toBe('REVERSED')
  expect((await reverse(body.copy.id)).body.code).toBe('VISIT_CHANGED')
})

test('a reversal needs the permission, and money that is still there', async () => {
  const { id } = (await scene.close({ token: barber.token })).body.visit
  expect((await reverse(id, { token: barber.token })).status).toBe(403)
  const { owner: foreign } = await createVisitScene(world)
  expect((await reverse(id, { token: foreign.token })).body.code).toBe('VISIT_NOT_FOUND')
  expect((await reverse(randomUUID())).body.code).toBe('VISIT_NOT_FOUND')
})

test('the customer reads the own visits in the export of their data', async () => {
  const customer = await createCaller(world)
  const own = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, user_id: customer.user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scene.close({ profileId: own.id })
  const { body } = await world.call(privacyApi.export, { token: customer.token })
  expect(body.data.comandas).toMatchObject([
    { total_cents: 5000, itens: [{ name: 'Corte' }], pagamentos: [{ method: 'cash', amount_cents: 5000 }] },
  ])
  expect(JSON.stringify(body.data.comandas)).not.toContain(owner.id)
})
