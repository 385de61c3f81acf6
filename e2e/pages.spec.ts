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
  checkLargeText,
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
  }).toPass({ timeout: 60_000 })
  await checkReducedMotion(page)
  expect(await tabThroughPage(page), `tab stops on ${path}`).toBeGreaterThan(2)
  await checkTextSpacing(page)
  await checkLargeText(page)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
  await checkAccessibility(page)

  // WCAG 2.4.11 also where the bars are a large part of the screen: a small laptop at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(marker(page)).toBeVisible()
  await tabThroughPage(page)

  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 600 })
    await expect(marker(page)).toBeVisible()
    await expectNoHorizontalScroll(page)
    if (width === 360) {
      await checkAccessibility(page)
      await checkLargeText(page)
    }
  }
}

/** The lengths of the lists that need the running app (checked below). */
const CUSTOMER_PAGES = 12
const STAFF_PAGES = 21

/** Pages per test, so that two workers share them. */
const GROUP = 3
const groupsOf = (count: number) => Array.from({ length: Math.ceil(count / GROUP) }, (_, index) => index)
const selectGroup = <T>(cases: readonly T[], group: number) => cases.slice(group * GROUP, (group + 1) * GROUP)

test.describe('every page is accessible, readable in the dark and complete at every width [2.76]', {
  tag: '@desktop',
}, () => {
  // Each page passes some fifteen checks.
  test.slow()

  for (const group of groupsOf(informationPages.length)) {
    test(`information pages, part ${group + 1} [1.8, 2.10]`, async ({ page }) => {
      for (const informationPage of selectGroup(informationPages, group)) await inspect(page, informationPage)
    })
  }

  test('login pages', async ({ page }) => {
    for (const loginPage of loginPages) await inspect(page, loginPage)
  })

  for (const group of groupsOf(expiredLinks.length)) {
    testAsCustomer(`pages of an expired link, part ${group + 1}`, async ({ page }) => {
      for (const expiredLink of selectGroup(expiredLinks, group)) await inspect(page, expiredLink)
    })
  }

  for (const group of groupsOf(CUSTOMER_PAGES)) {
    testAsCustomer(`pages of a customer, part ${group + 1}`, async ({ page }) => {
      for (const customerPage of selectGroup(await listCustomerPages(), group)) await inspect(page, customerPage)
    })
  }

  for (const group of groupsOf(STAFF_PAGES)) {
    test(`pages of barber and owner, part ${group + 1}`, async ({ page, backend }) => {
      for (const staffPage of selectGroup(await listStaffPages(backend), group)) {
        await signInAs(page, staffPage.user)
        await inspect(page, staffPage)
      }
    })
  }

  test('no address of the product is left out', async ({ backend }) => {
    const customerPages = await listCustomerPages()
    const staffPages = await listStaffPages(backend)
    expect([customerPages.length, staffPages.length]).toEqual([CUSTOMER_PAGES, STAFF_PAGES])
    const cases = [...informationPages, ...loginPages, ...expiredLinks, ...customerPages, ...staffPages]
    const inspected = new Set(cases.map(({ route }) => route))
    expect(routes.map(({ path = '' }) => path).filter((path) => !inspected.has(path))).toEqual([])
  })
})
