import { randomUUID } from 'node:crypto'
import { commandsApi } from '@na-regua/contract/commands'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueAt } from '../../../test/command-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'
import { getBalance } from '../ledger/queries.ts'
import type { AccountKind } from '../ledger/rules.ts'
import { confirmStored, writeVisit } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createVisitScene(world)
const { shop, barber, colleague, owner, cut, pomade, profile } = scene

const balance = (kind: AccountKind, ownerId?: string) => getBalance(world.db, { barbershopId: shop.id, kind, ownerId })

async function register() {
  const { id } = await world.db
    .selectFrom('cash_registers')
    .select('id')
    .where('barbershop_id', '=', shop.id)
    .executeTakeFirstOrThrow()
  return id
}

async function count() {
  const { rows } = await sql<{ visits: number; transactions: number }>`
    select (select count(*) from visits) as visits, (select count(*) from ledger_transactions) as transactions`.execute(
    world.db,
  )
  return rows[0]
}

const serviceLine = { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 }
const productLine = { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000 }

describe('closing a visit', () => {
  test('completes the appointment, numbers the visit and writes the book', async () => {
    const appointment = await scene.putAppointment()
    const before = {
      services: await balance('services'),
      products: await balance('products'),
      tips: await balance('tips', barber.id),
    }
    const { status, body } = await scene.close({
      token: barber.token,
      appointmentId: appointment.id,
      lines: [
        serviceLine,
        { ...productLine, quantity: 2, discountCents: 500, discountReason: 'Cliente antigo' },
        { kind: 'tip', barberId: barber.id, unitCents: 1000 },
      ],
      payments: [
        pay('cash', 6000, { tenderedCents: 10_000 }),
        pay('credit', 5000, { installments: 3, cardBrand: 'Visa' }),
        pay('pix', 2500),
      ],
    })
    expect(status).toBe(200)
    expect(body.visit).toMatchObject({
      day: '2026-03-11',
      number: 1,
      status: 'CLOSED',
      appointmentId: appointment.id,
      barber: { name: 'Beto Lima' },
      customerName: 'Marcos Vinícius',
      totalCents: 13_500,
      lines: [{ name: 'Corte' }, { name: 'Pomada', discountReason: 'Cliente antigo' }, { name: 'Gorjeta' }],
      payments: [{ tenderedCents: 10_000 }, { installments: 3 }, { confirmedAt: null }],
    })
    expect(await balance('services')).toBe(before.services - 5000)
    expect(await balance('products')).toBe(before.products - 7500)
    expect(await balance('tips', barber.id)).toBe(before.tips - 1000)
    expect(await balance('cash', await register())).toBe(6000)
    expect([await balance('card'), await balance('pixPending')]).toEqual([5000, 2500])
    const completed = await world.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', appointment.id)
      .execute()
    expect(completed).toEqual([{ status: 'COMPLETED' }])
  })

  test('repeated it returns the same visit and writes nothing', async () => {
    const closing = { id: randomUUID(), payments: [pay('cash', 5000)] }
    const first = await scene.close(closing)
    const written = await count()
    expect(await scene.close(closing)).toMatchObject({ status: 200, body: first.body })
    expect(await count()).toEqual(written)
    expect(first.body.visit.number).toBe(2)
  })

  test('with other lines it is no repetition', async () => {
    const closing = { id: randomUUID(), payments: [pay('cash', 5000)] }
    await scene.close(closing)
    const written = await count()
    const { body } = await scene.close({ ...closing, lines: [{ ...serviceLine, barberId: colleague.id }] })
    expect(body.code).toBe('VISIT_CLOSED')
    expect(await count()).toEqual(written)
  })

  test('takes a courtesy without a payment', async () => {
    const { status, body } = await scene.close({
      lines: [{ ...serviceLine, discountCents: 5000, discountBorneBy: 'barbershop' }],
    })
    expect([status, body.visit.totalCents, body.visit.payments]).toEqual([200, 0, []])
  })

  test('takes the money of an appointment that was completed before', async () => {
    const { id: appointmentId } = await scene.putAppointment({ minutes: -90, status: 'COMPLETED', profileId: null })
    const { status, body } = await scene.close({ appointmentId })
    expect([status, body.visit.customerName]).toEqual([200, 'Zeca do Encaixe'])
  })

  test('on account it is what the customer owes, and pays later with another visit', async () => {
    const owed = { profileId: profile.id, payments: [pay('account', 5000)] }
    expect((await scene.close(owed)).status).toBe(200)
    expect(await balance('debt', profile.id)).toBe(5000)
    const debt = { kind: 'debt', unitCents: 5000 }
    expect((await scene.close({ profileId: profile.id, lines: [debt], payments: [pay('cash', 5000)] })).status).toBe(
      200,
    )
    expect(await balance('debt', profile.id)).toBe(0)
  })

  test('a Pix waits until a person says that it has arrived', async () => {
    const payment = pay('pix', 5000)
    // Devices make the ids: this one lets both be the same.
    await scene.close({ id: payment.id, payments: [payment] })
    const before = [await balance('pix'), await balance('pixPending')] as const
    const confirm = () => world.call(visitsApi.confirmPix, { token: owner.token, params: { id: payment.id } })
    const first = await confirm()
    const second = await confirm()
    expect([first.status, second.body.visit.payments[0].confirmedAt]).toEqual([200, '2026-03-11T15:00:00.000Z'])
    expect([await balance('pix'), await balance('pixPending')]).toEqual([before[0] + 5000, before[1] - 5000])
  })

  test('a Pix is confirmed by who cares for the money, and not by a user whose right has ended since the request', async () => {
    const payment = pay('pix', 5000)
    const { body } = await scene.close({ payments: [payment] })
    const stored = { id: payment.id, visitId: body.visit.id, barbershopId: shop.id, now: world.clock.now() }
    expect(await confirmStored(world.db, { ...stored, userId: colleague.user_id })).toBeUndefined()
    const permit = (permissions: string[]) =>
      world.db.updateTable('barbers').set({ permissions }).where('id', '=', colleague.id).execute()
    await permit(['money'])
    const confirm = () => world.call(visitsApi.confirmPix, { token: colleague.token, params: { id: payment.id } })
    expect((await confirm()).body.visit.payments[0].confirmedAt).not.toBeNull()
    await permit(['customers'])
    expect((await confirm()).body.code).toBe('PAYMENT_NOT_FOUND')
  })
})

describe('a closing is refused, and writes nothing,', () => {
  const other = createVisitScene(world)
  type Refusal = {
    name: string
    body: () => Promise<Record<string, unknown>> | Record<string, unknown>
    code: string
    says?: RegExp
  }
  const refusals: Refusal[] = [
    {
      name: 'when the cents do not sum',
      body: () => ({ payments: [pay('cash', 4999)] }),
      code: 'PAYMENTS_MISMATCH',
      says: /soma R\$\s50,00 e os pagamentos, R\$\s49,99/,
    },
    { name: 'without a payment', body: () => ({ payments: [] }), code: 'PAYMENTS_MISMATCH' },
    {
      name: 'with less cash than its value',
      body: () => ({ payments: [pay('cash', 5000, { tenderedCents: 4000 })] }),
      code: 'VISIT_INVALID',
    },
    {
      name: 'with instalments of a Pix',
      body: () => ({ payments: [pay('pix', 5000, { installments: 2 })] }),
      code: 'VISIT_INVALID',
    },
    {
      name: 'with a discount above the price',
      body: () => ({ lines: [{ ...serviceLine, discountCents: 5001 }] }),
      code: 'VISIT_INVALID',
    },
    {
      name: 'with a tip for nobody',
      body: () => ({ lines: [{ kind: 'tip', unitCents: 100 }] }),
      code: 'VISIT_INVALID',
    },
    {
      name: 'with a service of another barbershop',
      body: async () => ({ lines: [{ ...serviceLine, serviceId: (await other).cut.id }] }),
      code: 'SERVICE_NOT_FOUND',
    },
    {
      name: 'with a product of another barbershop',
      body: async () => ({ lines: [{ ...productLine, productId: (await other).pomade.id }] }),
      code: 'PRODUCT_NOT_FOUND',
    },
    {
      name: 'with a barber of another barbershop',
      body: async () => ({ lines: [{ ...serviceLine, barberId: (await other).barber.id }] }),
      code: 'BARBER_NOT_FOUND',
    },
    {
      name: 'with a customer of another barbershop',
      body: async () => ({ profileId: (await other).profile.id }),
      code: 'CUSTOMER_NOT_FOUND',
    },
    {
      name: 'for an appointment of another barbershop',
      body: async () => ({ appointmentId: (await (await other).putAppointment()).id }),
      code: 'APPOINTMENT_NOT_FOUND',
    },
    {
      name: 'in another barbershop',
      body: async () => ({ barbershopId: (await other).shop.id, barberId: undefined }),
      code: 'BARBERSHOP_NOT_FOUND',
    },
    {
      name: 'into a register of another barbershop',
      body: async () => ({ payments: [pay('cash', 5000, { registerId: await registerOf(await other) })] }),
      code: 'REGISTER_NOT_FOUND',
    },
    {
      name: 'for an appointment that has not begun',
      body: async () => ({ appointmentId: (await scene.putAppointment({ minutes: 60 })).id }),
      code: 'NOT_STARTED',
    },
    {
      name: 'for a cancelled appointment',
      body: async () => ({ appointmentId: (await scene.putAppointment({ status: 'CANCELLED' })).id }),
      code: 'STATE_CHANGED',
    },
    {
      name: 'on account of nobody',
      body: () => ({ payments: [pay('account', 5000)] }),
      code: 'CUSTOMER_NOT_FOUND',
      says: /cliente cadastrado/,
    },
    {
      name: 'above the limit of the customer',
      body: () => ({
        profileId: profile.id,
        lines: [{ ...serviceLine, unitCents: 20_001 }],
        payments: [pay('account', 20_001)],
      }),
      code: 'DEBT_LIMIT',
      says: /restam R\$\s200,00/,
    },
    {
      name: 'that pays more than is owed',
      body: () => ({ profileId: profile.id, lines: [{ kind: 'debt', unitCents: 100 }] }),
      code: 'DEBT_LIMIT',
      says: /deve só R\$\s0,00/,
    },
    {
      name: 'by a barber for a colleague',
      body: () => ({ token: barber.token, barberId: colleague.id }),
      code: 'FORBIDDEN',
    },
  ]

  async function registerOf({ close, shop: { id } }: Awaited<typeof other>) {
    await close()
    const { id: registerId } = await world.db
      .selectFrom('cash_registers')
      .select('id')
      .where('barbershop_id', '=', id)
      .executeTakeFirstOrThrow()
    return registerId
  }

  test.each(refusals)('$name', async ({ body, code, says }) => {
    const closing = await body()
    const before = await count()
    const response = await scene.close(closing)
    expect(response.body).toMatchObject({ code })
    if (says) expect(response.body.message).toMatch(says)
    expect(await count()).toEqual(before)
  })

  test('a second time, by another device', async () => {
    const appointment = await scene.putAppointment({ minutes: -120 })
    await scene.close({ appointmentId: appointment.id })
    const before = await count()
    const again = await scene.close({ appointmentId: appointment.id })
    expect([again.status, again.body.code]).toEqual([409, 'VISIT_CLOSED'])
    expect(await count()).toEqual(before)
  })

  test('with the payment of another visit', async () => {
    const payment = pay('cash', 5000)
    await scene.close({ payments: [payment] })
    const before = await count()
    expect((await scene.close({ payments: [payment] })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect(await count()).toEqual(before)
  })

  test('in a closed month', async () => {
    const { shop: closed, close } = await createVisitScene(world)
    await sql`insert into ledger_months (barbershop_id, month, transactions, digest, closed_at)
      values (${closed.id}, '2026-03-01', 0, sha256('x'), now())`.execute(world.db)
    const before = await count()
    const { body } = await close()
    expect(body).toMatchObject({ code: 'MONTH_CLOSED', message: 'Este mês já foi fechado. Lance no mês atual.' })
    expect(await count()).toEqual(before)
  })

  test('with a large discount of who may give none', async () => {
    await world.db
      .updateTable('barbers')
      .set({ permissions: ['customers'] })
      .where('id', '=', colleague.id)
      .execute()
    const sell = (discountCents: number) =>
      scene.close({
        token: colleague.token,
        barberId: colleague.id,
        lines: [{ ...serviceLine, barberId: colleague.id, discountCents }],
      })
    const before = await count()
    expect((await sell(501)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect(await count()).toEqual(before)
    expect((await sell(500)).status).toBe(200)
  })

  test('with a price that is raised and discounted again, whose commission the barbershop would bear', async () => {
    const line = { ...serviceLine, barberId: colleague.id, unitCents: 100_000, discountCents: 95_000 }
    const { body } = await scene.close({
      token: colleague.token,
      barberId: colleague.id,
      lines: [{ ...line, discountBorneBy: 'barbershop' }],
    })
    expect(body).toMatchObject({ code: 'FORBIDDEN' })
  })
  describe('with a service that is in no list, of who may change no prices,', () => {
    const typed = { kind: 'service', name: 'Luzes', barberId: colleague.id, unitCents: 100 }

    beforeAll(() =>
      world.db
        .updateTable('barbers')
        .set({ permissions: ['customers'] })
        .where('id', '=', colleague.id)
        .execute(),
    )

    test('however it is sent', async () => {
      const before = await count()
      const says = {
        code: 'FORBIDDEN',
        message: 'Cobrar um serviço fora da lista é do dono, ou de quem ele deixa dar desconto.',
      }
      const lines = [{ ...serviceLine, barberId: colleague.id }, typed]
      const draft = { barbershopId: shop.id, barberId: colleague.id, lines }
      const sent = { token: colleague.token, params: { id: randomUUID() } }
      expect((await scene.close({ ...draft, token: colleague.token })).body).toMatchObject(says)
      expect((await world.call(visitsApi.save, { ...sent, body: draft as never })).body).toMatchObject(says)
      const issue = issueAt(world.clock)
      const input = { ...draft, payments: [pay('cash', 5100)] } as never
      const command = issue({ type: 'closeVisit', visitId: randomUUID(), input })
      const { body } = await world.call(commandsApi.send, {
        token: colleague.token,
        body: { deviceId: randomUUID(), commands: [command] },
      })
      expect(body.results).toMatchObject([{ outcome: 'refused', error: says }])
      expect(await count()).toEqual(before)
      expect((await scene.close(draft)).status).toBe(200)
    })

    test('unless it was booked as such, at the price that was agreed', async () => {
      const { id: appointmentId } = await scene.putAppointment({
        barber: { ...colleague, user: { id: colleague.user_id } },
      })
      await world.db
        .updateTable('appointments')
        .set({ service_id: null, service_name: 'Luzes', price_cents: 9000 })
        .where('id', '=', appointmentId)
        .execute()
      const close = (line: object) =>
        scene.close({ token: colleague.token, appointmentId, lines: [{ ...typed, ...line }] })
      expect((await close({ unitCents: 8000 })).body.code).toBe('FORBIDDEN')
      expect((await close({ unitCents: 9000, name: 'Outro' })).body.code).toBe('FORBIDDEN')
      expect((await close({ unitCents: 9000 })).status).toBe(200)
    })

    test('also where the permission has ended since the request', async () => {
      const visit = {
        id: randomUUID(),
        barbershopId: shop.id,
        day: '2026-03-11',
        appointmentId: undefined,
        barberId: colleague.id,
        profileId: undefined,
        customerName: undefined,
        userId: colleague.user_id,
        at: world.clock.now(),
        lines: [],
        closing: undefined,
        version: undefined,
      }
      expect(await writeVisit(world.db, { ...visit, needsDiscounts: true })).toBe(false)
      expect(await writeVisit(world.db, { ...visit, needsDiscounts: false })).toBe(true)
      expect(await writeVisit(world.db, { ...visit, version: 1, needsDiscounts: true })).toBe(false)
    })
  })
})
