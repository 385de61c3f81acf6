import { randomUUID } from 'node:crypto'
import type { Role } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { createSession } from '../../server/src/features/accounts/create-session.ts'
import { getUser } from '../../server/src/features/accounts/queries.ts'
import { hashPassword } from '../../server/src/lib/password.ts'
import type { World } from '../app/world.ts'

type PersonFields = {
  name?: string
  role?: Role
  phone?: string
  isEmailVerified?: boolean
  /** Without one the person is logged in already and never asked. */
  password?: string
}

/** Somebody with an account and an open session; an address of his own, whatever else runs beside. */
export async function createPerson({ db, now }: World, fields: PersonFields = {}) {
  const { name = 'Caio Neves', role, phone, isEmailVerified = true, password } = fields
  const email = newAddress()
  const row = await db
    .insertInto('users')
    .values({
      name,
      email,
      role,
      phone,
      password_hash: password === undefined ? null : await hashPassword(password),
      email_verified_at: isEmailVerified ? now() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { email, ...(await createSession(db, await getUser(db, row.id), now())) }
}

export type Person = Awaited<ReturnType<typeof createPerson>>

export function newAddress() {
  return `${randomUUID()}@naregua.test`
}

/** Gives the browser the session that a login would have left in it. */
export async function enterAs(page: Page, { user, token }: Pick<Person, 'user' | 'token'>) {
  await page.goto('/robots.txt')
  await page.evaluate(
    (session) => {
      localStorage.setItem('authToken', session.token)
      localStorage.setItem('authUser', JSON.stringify(session.user))
    },
    { user, token },
  )
}
