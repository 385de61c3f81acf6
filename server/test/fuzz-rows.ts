import { getBookingLinkSecret } from '../src/features/booking/link/queries.ts'
import { signLinkToken } from '../src/features/booking/link/rules.ts'
import { createCaller } from './factories.ts'
import type { Harness } from './harness.ts'
import type { createOwner } from './owner-scene.ts'

const MINUTE = 60_000

/** To change and to remove. */
export async function createRoles(world: Harness, { shop }: Awaited<ReturnType<typeof createOwner>>) {
  const users = await Promise.all(Array.from({ length: 12 }, () => createCaller(world)))
  const role = {
    barbershop_id: shop.id,
    role: 'RECEPTIONIST',
    permissions: [],
    created_at: world.clock.now(),
  }
  const rows = users.map(({ user }) => ({ ...role, user_id: user.id }))
  return world.db.insertInto('barbershop_roles').values(rows).returning('id').execute()
}

/** Drafts, and imports to undo. */
export async function createImports(world: Harness, { shop, user }: Awaited<ReturnType<typeof createOwner>>) {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const isDone = index % 2 === 1
    return {
      barbershop_id: shop.id,
      user_id: user.id,
      kind: 'customers',
      file_name: 'a.csv',
      row_count: 1,
      mapping: '{}',
      content: isDone ? null : 'Nome;Celular\nAna;62999990000',
      status: isDone ? 'DONE' : 'DRAFT',
      created_at: world.clock.now(),
      committed_at: isDone ? world.clock.now() : null,
    }
  })
  return world.db.insertInto('imports').values(rows).returning(['id', 'status']).execute()
}

/** Links to appointments that staff booked, some for each endpoint that changes them. */
export async function createPhoneBookings(
  world: Harness,
  { id: barber_id, barbershop_id, user_id: barber_user_id }: { id: string; barbershop_id: string; user_id: string },
): Promise<string[]> {
  const profile = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id, name: 'Cliente', phone: '+5562955554444' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 20 }, (_, day) => {
    const starts_at = new Date(world.clock.now().getTime() + ((day + 1) * 1440 + 120) * MINUTE)
    return {
      barbershop_id,
      barber_id,
      barber_user_id,
      customer_name: 'Cliente',
      profile_id: profile.id,
      service_name: 'Barba',
      duration_min: 30,
      price_cents: 5000,
      status: 'CONFIRMED',
      starts_at,
      told_delay_min: 15,
      told_delay_at: world.clock.now(),
      ends_at: new Date(starts_at.getTime() + 30 * MINUTE),
    }
  })
  const booked = await world.db.insertInto('appointments').values(rows).returning('id').execute()
  const secret = await getBookingLinkSecret(world.db)
  return booked.map(({ id }) => signLinkToken(secret, id))
}
