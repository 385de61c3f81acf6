import type { SeedAppointment } from './agenda.ts'
import { type Barbershop, daysBefore } from './barbershop.ts'
import { fullName, isWoman, slug } from './people/names.ts'
import { createRandom, type Random, uuidOf } from './random.ts'

/** A row of users. */
export type User = {
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

export type PersonPlan = { id: string; name: string; role: User['role']; avatarUrl: string | null; createdAt: string }

/** Somebody of the demo: has an address that cannot exist, and no password that would open the account. */
export function demoPerson({ id, name, role, avatarUrl, createdAt }: PersonPlan): User {
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

/** The regulars of a shop, enough that each one comes about every second month. */
export function inviteRegulars(shop: Barbershop, appointments: number, now: Date, findAvatar: FindAvatar): User[] {
  const random = createRandom(`${shop.id} regulars`)
  const names = new Set<string>()
  const count = Math.max(shop.barbers.length * 5, Math.ceil(appointments / 1.7))
  while (names.size < count) names.add(fullName(random, 0.12))
  return [...names].map((name, index) => ({
    ...demoPerson({
      id: uuidOf(`${shop.id} regular ${index}`),
      name,
      role: 'CUSTOMER',
      avatarUrl: random.chance(0.55) ? findAvatar(random, { isWoman: isWoman(name) }) : null,
      createdAt: daysBefore(now, random.int(90, 400)),
    }),
    // Mobile numbers that begin with 90000 belong to nobody.
    phone: random.chance(0.8) ? `${shop.phone.slice(0, 2)}90000${String(random.int(0, 9999)).padStart(4, '0')}` : null,
  }))
}

/** Visits in order of time go round the regulars, so nobody sits in two chairs at once. */
export function bookRegulars(appointments: readonly SeedAppointment[], regulars: readonly User[]): Map<string, string> {
  return new Map(
    appointments.map((appointment, index) => [appointment.id, regulars[index % regulars.length]?.id ?? '']),
  )
}
