import type { Page } from '@playwright/test'
import routes from '../web/src/app/routes.ts'
import {
  expiredLinks,
  informationPages,
  listCustomerPages,
  listStaffPages,
  loginPages,
  type PageCase,
} from './app/pages.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { tabThroughPage } from './steps/keyboard-walk.ts'
import { openPage } from './steps/open-page.ts'
import {
  checkOutline,
  checkReducedMotion,
  checkTextSpacing,
  expectDark,
  expectNoHorizontalScroll,
} from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' })

const desktop = { width: 1280, height: 800 }
/** A desktop at 200 %, the phone of most users, and the narrowest phone. */
const narrowWidths = [640, 360, 320]

/** Pages of expired links and of unknown ones get refused responses; one of them also logs it to the console. */
test.beforeEach(({ watch }) => watch.expect(/ 4\d\d$/, /^console.warning: payment status/))

/** Opens the page once and checks everything that holds for every page. */
async function inspect(page: Page, { path, marker }: PageCase) {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  await openPage(page, path)
  // A page that receives an event right after it was shown loads once more.
  await expect(async () => {
    await expect(marker(page)).toBeVisible()
    await checkOutline(page)
  }).toPass({ timeout: 20_000 })
  await checkReducedMotion(page)
  expect(await tabThroughPage(page), `tab stops on ${path}`).toBeGreaterThan(2)
  await checkTextSpacing(page)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
  await checkAccessibility(page)

  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 600 })
    await expect(marker(page)).toBeVisible()
    await expectNoHorizontalScroll(page)
    if (width === 360) await checkAccessibility(page)
  }
}

test.describe('every page is accessible, readable in the dark and complete at every width', { tag: '@desktop' }, () => {
  test('information pages', async ({ page }) => {
    for (const informationPage of informationPages) await inspect(page, informationPage)
  })

  test('login pages', async ({ page }) => {
    for (const loginPage of loginPages) await inspect(page, loginPage)
  })

  for (const half of [0, 1]) {
    testAsCustomer(`pages of a customer, part ${half + 1}`, async ({ page }) => {
      for (const [index, customerPage] of (await listCustomerPages()).entries())
        if (index % 2 === half) await inspect(page, customerPage)
    })

    testAsCustomer(`pages of an expired link, part ${half + 1}`, async ({ page }) => {
      for (const [index, expiredLink] of expiredLinks.entries())
        if (index % 2 === half) await inspect(page, expiredLink)
    })

    test(`pages of barber and owner, part ${half + 1}`, async ({ page, backend }) => {
      for (const [index, staffPage] of (await listStaffPages(backend)).entries()) {
        if (index % 2 !== half) continue
        await signInAs(page, staffPage.user)
        await inspect(page, staffPage)
      }
    })
  }

  test('no address of the product is left out', async ({ backend }) => {
    const cases = [
      ...informationPages,
      ...loginPages,
      ...expiredLinks,
      ...(await listCustomerPages()),
      ...(await listStaffPages(backend)),
    ]
    const inspected = new Set(cases.map(({ route }) => route))
    expect(routes.map(({ path = '' }) => path).filter((path) => !inspected.has(path))).toEqual([])
  })
})
