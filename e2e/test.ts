import { expect, test as playwrightTest } from '@playwright/test'
import { type Backend, connectToBackend } from './app/backend.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { type PageWatch, watchContext } from './steps/watch-page.ts'

type Fixtures = {
  /** Fails the test for errors that a user does not see. */
  watch: PageWatch
  /** A customer with a verified email address who is signed in in this browser. */
  customer: TestUser
}

export const test = playwrightTest.extend<Fixtures, { backend: Backend }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const backend = connectToBackend()
      await use(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchContext(context, String(baseURL))
      await use(watch)
      expect(watch.problems, 'errors that a user does not see').toEqual([])
    },
    { auto: true },
  ],
  customer: async ({ page, backend }, use) => {
    const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
    await signInAs(page, customer)
    await use(customer)
  },
})

/** A test that starts with the customer signed in, whether or not it uses their data. */
export const testAsCustomer = test.extend<{ signedIn: TestUser }>({
  signedIn: [async ({ customer }, use) => use(customer), { auto: true }],
})

export { expect }
