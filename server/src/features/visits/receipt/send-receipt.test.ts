import { randomUUID } from 'node:crypto'
import { notificationsApi } from '@na-regua/contract/notifications'
import { visitsApi } from '@na-regua/contract/visits'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createVisitScene, pay } from '../../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createVisitScene(world)
const { shop, owner, barber, cut, pomade } = scene
const mailbox = createMailbox(world)

async function createCustomer(isVerified = true) {
  const { user, token } = await createCaller(world)
  if (!isVerified)
    await world.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute()
  const { id } = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { profileId: id, token, email: user.email }
}

async function closeOne(profileId: string) {
  const { status, body } = await scene.close({
    profileId,
    lines: [
      { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 500 },
      { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000, quantity: 2 },
      { kind: 'tip', barberId: barber.id, unitCents: 500 },
    ],
    payments: [pay('cash', 3000, { tenderedCents: 5000 }), pay('credit', 6000, { installments: 3 }), pay('pix', 4000)],
  })
  expect(status).toBe(200)
  return body.visit
}

const readLink = (id: string, token = owner.token) => world.call(visitsApi.receiptLink, { token, params: { id } })
const read = (id: string, token: string) => world.call(visitsApi.receipt, { params: { id, token } })
const reverse = (id: string) =>
  world.call(visitsApi.reverse, { token: owner.token, params: { id }, body: { reason: 'Valor errado' } })

describe('the link to a receipt', () => {
  test('shows what the customer had and how they paid, and nothing else', async () => {
    const { profileId } = await createCustomer()
    const { id, number, closedAt } = await closeOne(profileId)
    const { token } = (await readLink(id)).body
    const { status, body } = await read(id.toUpperCase(), token)
    expect(status).toBe(200)
    expect(body.receipt).toEqual({
      barbershopName: shop.name,
      address: shop.address,
      timeZone: 'America/Sao_Paulo',
      number,
      closedAt,
      isReversed: false,
      lines: [
        { name: 'Corte', quantity: 1, unitCents: 5000, discountCents: 500 },
        { name: 'Pomada', quantity: 2, unitCents: 4000, discountCents: 0 },
        { name: 'Gorjeta', quantity: 1, unitCents: 500, discountCents: 0 },
      ],
      payments: [
        { method: 'cash', amountCents: 3000, tenderedCents: 5000, installments: null, isPending: false },
        { method: 'credit', amountCents: 6000, tenderedCents: null, installments: 3, isPending: false },
        { method: 'pix', amountCents: 4000, tenderedCents: null, installments: null, isPending: true },
      ],
      totalCents: 13_000,
    })
    await reverse(id)
    expect((await read(id, token)).body.receipt.isReversed).toBe(true)
  })

  test('opens one visit only, and none that is open', async () => {
    const { id } = (await scene.close()).body.visit
    const { id: other } = (await scene.close()).body.visit
    const { token } = (await readLink(other)).body
    expect((await read(id, token)).body.code).toBe('LINK_INVALID')
    const copyId = randomUUID()
    const body = { reason: 'Valor errado', copyId }
    await world.call(visitsApi.reverse, { token: owner.token, params: { id }, body })
    expect((await read(copyId, (await readLink(copyId)).body.token)).body.code).toBe('VISIT_NOT_FOUND')
  })

  test('is given to who reads the visit', async () => {
    const { id } = (await scene.close()).body.visit
    expect((await readLink(id, barber.token)).status).toBe(200)
    expect((await readLink(id, scene.colleague.token)).body.code).toBe('VISIT_NOT_FOUND')
    const { owner: foreign } = await createVisitScene(world)
    expect((await readLink(id, foreign.token)).body.code).toBe('VISIT_NOT_FOUND')
  })
})

describe('the email with the receipt', () => {
  const sentTo = (address: string) => mailbox.emails.filter(({ to }) => to === address)

  test('goes to the account of the customer, with the link', async () => {
    const customer = await createCustomer()
    const { id } = await closeOne(customer.profileId)
    await mailbox.deliver()
    const [email, ...others] = sentTo(customer.email)
    expect(others).toEqual([])
    expect(email?.subject).toBe(`Comprovante: R$ 130,00, ${shop.name}`)
    for (const part of [
      'Corte: R$\u00a045,00 (desconto de R$\u00a05,00)',
      '2 × Pomada: R$\u00a080,00',
      'Gorjeta: R$\u00a05,00',
      'Total: R$\u00a0130,00',
      'Dinheiro: R$\u00a030,00, troco de R$\u00a020,00',
      'Crédito: R$\u00a060,00, 3×',
      'Pix: R$\u00a040,00, aguardando conferência',
      `/recibo#${id}.${(await readLink(id)).body.token}`,
    ])
      expect(email?.text).toContain(part)
  })

  test('is not sent after a reversal, to an unverified address, or against the preference', async () => {
    const reversed = await createCustomer()
    await reverse((await closeOne(reversed.profileId)).id)
    const unverified = await createCustomer(false)
    await closeOne(unverified.profileId)
    const silent = await createCustomer()
    const preferences = [{ topic: 'appointments', channel: 'email', isOn: false }]
    await world.call(notificationsApi.setPreferences, { token: silent.token, body: { preferences } })
    await closeOne(silent.profileId)
    await mailbox.deliver()
    expect([reversed, unverified, silent].flatMap(({ email }) => sentTo(email))).toEqual([])
  })
})
