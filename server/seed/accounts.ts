import type { Database } from '../src/lib/database.ts'
import { hashPassword } from '../src/lib/password.ts'
import type { BookedSeedAppointment } from './agenda.ts'
import { daysBefore } from './barbershop.ts'
import type { SeedUser } from './customers.ts'
import { uuidOf } from './random.ts'

export const demoPassword = 'demo123'

const accounts = {
  customer: { email: 'cliente@naregua.test', name: 'Mariana Duarte', role: 'CUSTOMER', phone: '62900001111' },
  barber: { email: 'barbeiro@naregua.test', name: 'Rafael Moreira', role: 'BARBER', phone: '62900002222' },
  owner: { email: 'dono@naregua.test', name: 'Antônio Paranhos', role: 'OWNER', phone: '62900003333' },
} as const

/** The three accounts with a public password. */
export const demoAccounts = {
  customer: { ...accounts.customer, id: uuidOf('account customer') },
  barber: { ...accounts.barber, id: uuidOf('account barber') },
  owner: { ...accounts.owner, id: uuidOf('account owner') },
}

/** Whether the database was seeded with the demo. */
export async function hasDemo(db: Database): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('id', '=', demoAccounts.customer.id).executeTakeFirst()
  return found !== undefined
}

export async function createDemoAccounts(now: Date, avatarOf: (name: string) => string): Promise<SeedUser[]> {
  const password_hash = await hashPassword(demoPassword)
  const created_at = daysBefore(now, 400)
  return Object.values(demoAccounts).map((account) => ({
    ...account,
    avatar_url: avatarOf(account.name),
    password_hash,
    email_verified_at: created_at,
    created_at,
  }))
}

type DemoAppointment = Pick<BookedSeedAppointment, 'status' | 'isReviewed' | 'guestName'> & {
  /** Days from today. */
  from: number
  to: number
  /** Position in the plan. */
  shop: number
}

/** Family of the demo customer, who books for them. */
const family = { son: 'Theo Duarte', brother: 'Otávio Duarte' } as const

/** Appointments of the demo customer. The ranges of days do not overlap, so neither do the appointments. */
const demoAppointments: readonly DemoAppointment[] = [
  { status: 'COMPLETED', from: -80, to: -60, isReviewed: true, shop: 0 },
  { status: 'COMPLETED', from: -55, to: -45, isReviewed: true, shop: 6, guestName: family.brother },
  { status: 'CANCELLED', from: -44, to: -36, isReviewed: false, shop: 1 },
  { status: 'COMPLETED', from: -32, to: -22, isReviewed: false, shop: 1, guestName: family.son },
  { status: 'COMPLETED', from: -14, to: -4, isReviewed: false, shop: 0 },
  { status: 'CONFIRMED', from: 1, to: 2, isReviewed: false, shop: 0 },
  { status: 'SCHEDULED', from: 4, to: 6, isReviewed: false, shop: 1, guestName: family.son },
]

/** Reassigns some appointments to the demo customer, mostly in the first two shops. */
export function assignDemoAppointments(appointments: readonly BookedSeedAppointment[], shopIds: readonly string[]) {
  for (const { status, from, to, shop, ...own } of demoAppointments) {
    const candidates = appointments.filter(
      (appointment) => appointment.status === status && appointment.offset >= from && appointment.offset <= to,
    )
    const found = candidates.find((appointment) => appointment.shop.id === shopIds[shop]) ?? candidates[0]
    if (found) Object.assign(found, { customerId: demoAccounts.customer.id, ...own })
  }
}
