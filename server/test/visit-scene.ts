import { randomUUID } from 'node:crypto'
import { visitsApi } from '@na-regua/contract/visits'
import { createBarber, createBarbershopRow, createService } from './barbershop-factories.ts'
import { createSessionToken, createSubscription } from './factories.ts'
import type { Harness } from './harness.ts'

type SceneOptions = { timeZone?: string }
type AppointmentFields = {
  minutes?: number
  status?: string
  profileId?: string | null
  barber?: { id: string; user: { id: string } }
}

/**
 * A barbershop that uses visits (comandas), with its owner, two barbers, services, products and a customer who may owe R$ 200,00.
 * `close` sends a closing of one service at R$ 50,00, paid in cash, unless the body says otherwise.
 */
export async function createVisitScene(world: Harness, { timeZone = 'America/Sao_Paulo' }: SceneOptions = {}) {
  const shop = await createBarbershopRow(world, { timeZone, services: [] })
  await world.db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', shop.id).execute()
  await createSubscription(world, shop.owner_id)
  const owner = { id: shop.owner_id, token: await createSessionToken(world, shop.owner_id) }
  const barber = await createStaff(world, shop.id, 'Beto Lima')
  const colleague = await createStaff(world, shop.id, 'Caio Prado')
  const cut = await createService(world, shop.id, { name: 'Corte', priceCents: 5000 })
  const beard = await createService(world, shop.id, { name: 'Barba', priceCents: 3000 })
  const pomade = await createProduct(world, shop.id, { name: 'Pomada', priceCents: 4000, costCents: 1500 })
  const shampoo = await createProduct(world, shop.id, { name: 'Xampu', priceCents: 2500, costCents: 1000 })
  const profile = await createDebtor(world, shop.id)

  /** An appointment with the barber that began `minutes` from now, of the profile unless it is null. */
  async function putAppointment({
    minutes = -30,
    status = 'CONFIRMED',
    profileId = profile.id,
    ...fields
  }: AppointmentFields = {}) {
    const startsAt = new Date(world.clock.now().getTime() + minutes * 60_000)
    const { id, user } = fields.barber ?? barber
    return world.db
      .insertInto('appointments')
      .values({
        barbershop_id: shop.id,
        barber_id: id,
        barber_user_id: user.id,
        profile_id: profileId,
        customer_name: profileId ? null : 'Zeca do Encaixe',
        service_id: cut.id,
        service_name: cut.name,
        duration_min: 30,
        price_cents: cut.price_cents,
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 30 * 60_000),
        status,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  const defaultLines = () => [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 }]

  /** Sends a closing, by default of the owner, with an id of its own, paid in cash. */
  async function close({
    id = randomUUID(),
    token = owner.token,
    ...body
  }: Record<string, unknown> & { id?: string; token?: string } = {}) {
    const lines = (body.lines ?? defaultLines()) as { unitCents: number; quantity?: number; discountCents?: number }[]
    const total = lines.reduce(
      (sum, line) => sum + line.unitCents * (line.quantity ?? 1) - (line.discountCents ?? 0),
      0,
    )
    const payments = total > 0 ? [pay('cash', total)] : []
    return world.call(visitsApi.close, {
      token,
      params: { id },
      body: { barbershopId: shop.id, ...(!body.appointmentId && { barberId: barber.id }), payments, ...body, lines },
    })
  }

  return { shop, owner, barber, colleague, cut, beard, pomade, shampoo, profile, putAppointment, close, pay }
}

/** A payment with an id of its own. */
export function pay(method: string, amountCents: number, fields: object = {}) {
  return { id: randomUUID(), method, amountCents, ...fields }
}

async function createStaff(world: Harness, barbershopId: string, name: string) {
  const barber = await createBarber(world, barbershopId, { name })
  return { ...barber, token: await createSessionToken(world, barber.user_id) }
}

type ProductFields = { name: string; priceCents: number; costCents: number }

async function createProduct({ db, clock }: Harness, barbershopId: string, fields: ProductFields) {
  return db
    .insertInto('products')
    .values({
      id: randomUUID(),
      barbershop_id: barbershopId,
      name: fields.name,
      price_cents: fields.priceCents,
      cost_cents: fields.costCents,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function createDebtor({ db }: Harness, barbershopId: string) {
  return db
    .insertInto('customer_profiles')
    .values({ barbershop_id: barbershopId, name: 'Marcos Vinícius', phone: '+5562988887777', debt_limit_cents: 20_000 })
    .returningAll()
    .executeTakeFirstOrThrow()
}
