import { test as base, expect } from '@playwright/test'
import { openWorld, type World } from './app/world.ts'
import { createPerson, enterAs, type Person } from './steps/people.ts'
import { type Watch, watchContext } from './steps/watch-page.ts'

type Journey = {
  /** Fails the test for whatever breaks unseen. */
  watch: Watch
  /** A verified customer who is logged in in this browser. */
  customer: Person
}

export const test = base.extend<Journey, { world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const world = openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchContext(context, String(baseURL))
      await use(watch)
      expect(watch.problems, 'what broke unseen').toEqual([])
    },
    { auto: true },
  ],
  customer: async ({ page, world }, use) => {
    const person = await createPerson(world, { name: 'Joana Prado' })
    await enterAs(page, person)
    await use(person)
  },
})

export { expect }
