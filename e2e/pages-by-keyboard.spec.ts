import type { Page } from '@playwright/test'
import routes from '../web/src/app/routes.ts'
import { doors, informationPages, listCustomerPages, listStaffPages, oldLinks, type Place } from './app/pages.ts'
import { walkByKeyboard } from './steps/keyboard-walk.ts'
import { checkOutline, checkStillness, checkTextSpacing } from './steps/outline.ts'
import { enterAs } from './steps/people.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Pages of old links and of nowhere are refused what they ask for; one of them says so in the console too. */
test.beforeEach(({ watch }) => watch.expect(/ 4\d\d$/, /^console.warning: payment status/))

async function inspect(page: Page, { address, sign }: Place) {
  await visit(page, address)
  // A page that is told of news right after it was shown asks once more.
  await expect(async () => {
    await expect(sign(page)).toBeVisible()
    await checkOutline(page)
  }).toPass({ timeout: 20_000 })
  await checkStillness(page)
  expect(await walkByKeyboard(page), `stops on ${address}`).toBeGreaterThan(2)
  await checkTextSpacing(page)
}

test('a visitor gets through every page by the tab key, sees where he is, and hears how it is built', async ({
  page,
}) => {
  for (const place of [...informationPages, ...doors]) await inspect(page, place)
})

test('so does a customer', async ({ page, customer }) => {
  expect(customer.token).toBeTruthy()
  for (const place of await listCustomerPages()) await inspect(page, place)
})

test('so does whoever comes by an old link', async ({ page, customer }) => {
  expect(customer.token).toBeTruthy()
  for (const place of oldLinks) await inspect(page, place)
})

test('so do barber and owner', async ({ page, world }) => {
  for (const place of await listStaffPages(world)) {
    await enterAs(page, place.person)
    await inspect(page, place)
  }
})

test('no address of the product is left out', async ({ world }) => {
  const places = [
    ...informationPages,
    ...doors,
    ...oldLinks,
    ...(await listCustomerPages()),
    ...(await listStaffPages(world)),
  ]
  const inspected = new Set(places.map(({ route }) => route))
  expect(routes.map(({ path = '' }) => path).filter((path) => !inspected.has(path))).toEqual([])
})
