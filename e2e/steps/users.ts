import { randomUUID } from 'node:crypto'
import type { Role } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { createSession } from '../../server/src/features/accounts/create-session.ts'
import { getUser } from '../../server/src/features/accounts/queries.ts'
import { hashPassword } from '../../server/src/lib/password.ts'
import type { Backend } from '../app/backend.ts'

type UserFields = {
  name?: string
  role?: Role
  phone?: string
  isEmailVerified?: boolean
  /** Without a password the user can only use the session created here. */
  password?: string
}

/** A user with a session and an email address that no other spec uses. */
export async function createSignedInUser({ db, now }: Backend, fields: UserFields = {}) {
  const { name = 'Caio Neves', role, phone, isEmailVerified = true, password } = fields
  const email = newEmail()
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

export type TestUser = Awaited<ReturnType<typeof createSignedInUser>>

export function newEmail() {
  return `${randomUUID()}@naregua.test`
}

/** Stores the session in the browser as a login does. `url` for a browser without a base URL. */
export async function signInAs(page: Page, { user, token }: Pick<TestUser, 'user' | 'token'>, url = '') {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(
    (session) => {
      localStorage.setItem('authToken', session.token)
      localStorage.setItem('authUser', JSON.stringify(session.user))
    },
    { user, token },
  )
}

/** Ends the session on this device only. Outside of the app: a page that still loads the user would store the session again. */
export async function forgetSession(page: Page) {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}
