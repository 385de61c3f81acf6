import { daysBefore, type SeedBarbershop } from './barbershop.ts'
import { fullName, isWoman, slug } from './people/names.ts'
import { createRandom, type Random, uuidOf } from './random.ts'

/** A row of users. */
export type SeedUser = {
  id: string
  name: string
  email: string
  phone: string | null
  avatar_url: string | null
  role: 'CUSTOMER' | 'BARBER' | 'OWNER'
  password_hash: string | null
  email_verified_at: string
  created_at: string
}

export type SeedUserPlan = {
  id: string
  name: string
  role: SeedUser['role']
  avatarUrl: string | null
  createdAt: string
}

/** A user with an address that cannot exist and without a password, so that no one can sign in. */
export function createSeedUser({ id, name, role, avatarUrl, createdAt }: SeedUserPlan): SeedUser {
  return {
    id,
    name,
    email: `${slug(name)}.${id.slice(0, 8)}@naregua.test`,
    phone: null,
    avatar_url: avatarUrl,
    role,
    password_hash: null,
    email_verified_at: createdAt,
    created_at: createdAt,
  }
}

export type FindAvatar = (random: Random, look: { isWoman: boolean }) => string

/** The regular customers of a shop, enough that each has an appointment about every second month. */
export function planRegulars(
  shop: SeedBarbershop,
  appointments: number,
  now: Date,
  findAvatar: FindAvatar,
): SeedUser[] {
  const random = createRandom(`${shop.id} regulars`)
  const names = new Set<string>()
  const count = Math.max(shop.barbers.length * 5, Math.ceil(appointments / 1.7))
  while (names.size < count) names.add(fullName(random, 0.12))
  return [...names].map((name, index) => ({
    ...createSeedUser({
      id: uuidOf(`${shop.id} regular ${index}`),
      name,
      role: 'CUSTOMER',
      avatarUrl: random.chance(0.55) ? findAvatar(random, { isWoman: isWoman(name) }) : null,
      createdAt: daysBefore(now, random.int(90, 400)),
    }),
    // Mobile numbers that begin with 90000 are unassigned.
    phone: random.chance(0.8) ? `${shop.phone.slice(0, 2)}90000${String(random.int(0, 9999)).padStart(4, '0')}` : null,
  }))
}
