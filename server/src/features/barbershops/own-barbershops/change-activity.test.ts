import { type AppointmentStatus, appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Tier } from '@na-regua/contract/plans'
import { afterAll, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

/** An owner of one active barbershop and of some inactive ones. */
async function createChain(tier: Tier, off: number) {
  const owner = await createOwner(world, { tier })
  const ids: string[] = []
  for (let made = 0; made < off; made++) {
    const shop = await createBarbershopRow(world, { isActive: false, name: `Filial ${made}` })
    await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', shop.id).execute()
    ids.push(shop.id)
  }
  const turn = (call: 'activate' | 'deactivate', id: string) =>
    world.call(ownBarbershopsApi[call], { token: owner.token, params: { id } })
  const countActive = async () => {
    const { body } = await world.call(ownBarbershopsApi.listBarbershops, { token: owner.token })
    return body.barbershops.filter((shop: { is_active: boolean }) => shop.is_active).length
  }
  return { ...owner, off: ids, turn, countActive }
}

describe('activating', () => {
  test.each([
    ['professional', 3],
    ['basic', 1],
  ] as const)('many at once never passes the limit of %s [4.18, 6.5]', async (tier, limit) => {
    for (let round = 0; round < 3; round++) {
      const chain = await createChain(tier, 5)
      const answers = await Promise.all(chain.off.map((id) => chain.turn('activate', id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit - 1)
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect([status, body.code, body.limit]).toEqual([409, 'PLAN_LIMIT', limit])
      expect(await chain.countActive()).toBe(limit)
    }
  })

  test('competes with creating a new one for the last place of the plan', async () => {
    const chain = await createChain('professional', 1)
    const place = { latitude: -16.6869, longitude: -49.2648, address: 'Rua 1, 1' }
    const create = (name: string) =>
      world.call(ownBarbershopsApi.createBarbershop, { token: chain.token, body: { ...place, name } })
    const answers = await Promise.all([create('Uma'), create('Outra'), chain.turn('activate', chain.off[0] as string)])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(2)
    expect(await chain.countActive()).toBe(3)
  })

  test('an active one at the limit succeeds', async () => {
    const chain = await createChain('basic', 0)
    expect((await chain.turn('activate', chain.shop.id)).status).toBe(200)
  })

  test('is possible after deactivating another; nothing is deleted and appointments stay [7.26]', async () => {
    const chain = await createChain('basic', 1)
    const [other] = chain.off as [string]
    const appointment = await createAppointmentRow(world, chain.shop.id, {
      startsAt: new Date('2026-03-12T15:00:00Z'),
      status: 'CONFIRMED',
    })
    expect((await chain.turn('activate', other)).body.code).toBe('PLAN_LIMIT')
    const { body } = await chain.turn('deactivate', chain.shop.id)
    expect(body.barbershop).toMatchObject({ is_active: false, isBlocked: false, services: [{}] })
    expect((await world.call(barbershopsApi.get, { params: { id: chain.shop.id } })).status).toBe(404)
    expect((await chain.turn('activate', other)).status).toBe(200)
    const { status } = await world.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('CONFIRMED')
  })

  test('unblocks what a plan had blocked, and distinguishes blocked from inactive [2.93]', async () => {
    const chain = await createChain('premium', 1)
    const [blocked] = chain.off as [string]
    await world.db.updateTable('barbershops').set({ blocked_at: world.clock.now() }).where('id', '=', blocked).execute()
    const { body } = await world.call(ownBarbershopsApi.listBarbershops, { token: chain.token })
    const isBlocked = Object.fromEntries(
      body.barbershops.map((shop: { id: string; isBlocked: boolean }) => [shop.id, shop.isBlocked]),
    )
    expect(isBlocked).toEqual({ [blocked]: true, [chain.shop.id]: false })
    expect((await chain.turn('activate', blocked)).body.barbershop).toMatchObject({ is_active: true, isBlocked: false })
  })

  test('does not prevent an open form from being saved', async () => {
    const chain = await createChain('premium', 0)
    const { version } = (await chain.turn('deactivate', chain.shop.id)).body.barbershop
    await chain.turn('activate', chain.shop.id)
    const body = { name: 'Salva mesmo assim', version }
    const { status } = await world.call(ownBarbershopsApi.updateBarbershop, {
      token: chain.token,
      params: { id: chain.shop.id },
      body,
    })
    expect(status).toBe(200)
  })
})

describe('the featured badge', () => {
  const feature = (owner: Awaited<ReturnType<typeof createChain>>, id: string) =>
    world.call(ownBarbershopsApi.setFeatured, { token: owner.token, params: { id }, body: { isFeatured: true } })

  const highlight = (owner: Awaited<ReturnType<typeof createChain>>, isFeatured: boolean) =>
    world.call(ownBarbershopsApi.setFeatured, {
      token: owner.token,
      params: { id: owner.shop.id },
      body: { isFeatured },
    })

  test('is part of Premium for every barbershop [1.6, 4.19, 7.25]', async () => {
    const owner = await createChain('premium', 1)
    expect((await highlight(owner, true)).body.barbershop.is_featured).toBe(true)
    expect((await feature(owner, owner.off[0] as string)).status).toBe(200)
    expect((await highlight(owner, false)).body.barbershop.is_featured).toBe(false)
  })

  const refusal = {
    code: 'FEATURED_NEEDS_PREMIUM',
    message: 'Apenas usuários com o plano Premium podem destacar barbearias.',
  }

  test.each(['basic', 'professional'] as const)('is not part of %s, which may only remove it', async (tier) => {
    const owner = await createChain(tier, 0)
    await world.db.updateTable('barbershops').set({ is_featured: true }).where('id', '=', owner.shop.id).execute()
    const { status, body } = await highlight(owner, true)
    expect([status, body]).toEqual([403, refusal])
    expect((await highlight(owner, false)).body.barbershop.is_featured).toBe(false)
  })
})

describe('deactivating', () => {
  const tomorrow = (hour: string) => new Date(`2026-03-12T${hour}:00Z`)

  /** A barbershop with one barber for each of the appointments that a customer has booked for tomorrow. */
  async function createBooked() {
    const owner = await createOwner(world)
    const customer = await createCaller(world)
    const put = (hour: string, fields: { status: AppointmentStatus }) =>
      createAppointmentRow(world, owner.shop.id, { customerId: customer.user.id, startsAt: tomorrow(hour), ...fields })
    const late = await put('15:00', { status: 'CONFIRMED' })
    const early = await put('13:00', { status: 'SCHEDULED' })
    const ahead = [early, late]
    await put('14:00', { status: 'CANCELLED' })
    const deactivate = (booked?: 'keep' | 'cancel' | 'ask') => {
      const query = booked && { booked }
      return world.call(ownBarbershopsApi.deactivate, { token: owner.token, params: { id: owner.shop.id }, query })
    }
    const titlesOf = async (userId: string) => {
      const notifications = await world.db
        .selectFrom('notifications')
        .select('title')
        .where('user_id', '=', userId)
        .execute()
      return notifications.map(({ title }) => title).toSorted()
    }
    const statuses = async () => {
      const ids = ahead.map(({ id }) => id)
      const rows = await world.db.selectFrom('appointments').select('status').where('id', 'in', ids).execute()
      return rows.map(({ status }) => status).toSorted()
    }
    return { owner, barber: late.barber_user_id, customer, ahead, deactivate, titlesOf, statuses }
  }

  test('with `booked=ask` returns the upcoming appointments and changes nothing [4.18]', async () => {
    const { owner, ahead, deactivate, statuses } = await createBooked()
    const { status, body } = await deactivate('ask')
    expect([status, body.code, body.message]).toEqual([
      409,
      'FUTURE_APPOINTMENTS',
      'Esta barbearia ainda tem 2 agendamentos à frente.',
    ])
    expect(body.appointments.map(({ id }: { id: string }) => id)).toEqual(ahead.map(({ id }) => id))
    expect(body.timeZone).toBe('America/Sao_Paulo')
    expect(await statuses()).toEqual(['CONFIRMED', 'SCHEDULED'])
    expect((await world.call(barbershopsApi.get, { params: { id: owner.shop.id } })).status).toBe(200)
  })

  test('keeps appointments by default; the barber is notified, the customer is not [7.26]', async () => {
    const { barber, customer, deactivate, titlesOf, statuses } = await createBooked()
    const { status, body } = await deactivate()
    expect([status, body.cancelledAppointments, body.barbershop.is_active]).toEqual([200, 0, false])
    expect(await statuses()).toEqual(['CONFIRMED', 'SCHEDULED'])
    expect(await titlesOf(barber)).toEqual(['Barbearia desativada'])
    expect(await titlesOf(customer.user.id)).toEqual([])
    expect((await deactivate('ask')).status).toBe(200)
    expect(await titlesOf(barber)).toEqual(['Barbearia desativada'])
  })

  test('with cancel cancels the appointments and notifies every customer', async () => {
    const { barber, customer, deactivate, titlesOf, statuses } = await createBooked()
    const { body } = await deactivate('cancel')
    expect([body.cancelledAppointments, body.barbershop.is_active]).toEqual([2, false])
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await titlesOf(customer.user.id)).toEqual(['Horário cancelado', 'Pedido recusado'])
    expect(await titlesOf(barber)).toContain('Barbearia desativada')
  })

  test('works for the own barbershop only', async () => {
    const { owner, statuses } = await createBooked()
    const other = await createOwner(world)
    const query = { booked: 'cancel' } as const
    const params = { id: owner.shop.id }
    expect((await world.call(ownBarbershopsApi.deactivate, { token: other.token, params, query })).status).toBe(404)
    expect(await statuses()).toEqual(['CONFIRMED', 'SCHEDULED'])
  })

  test('lets the customer cancel an appointment that stayed, and not reschedule it', async () => {
    const { customer, ahead, deactivate } = await createBooked()
    const of = { token: customer.token, params: { id: ahead[0]?.id ?? '' } }
    const reschedule = (hour: string) => {
      const body = { newStartTime: tomorrow(hour).toISOString() }
      return world.call(appointmentsApi.reschedule, { ...of, body })
    }
    expect((await reschedule('16:00')).status).toBe(200)
    await deactivate('keep')
    expect((await reschedule('17:00')).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await world.call(appointmentsApi.cancel, { ...of, body: {} })).status).toBe(200)
  })
})
