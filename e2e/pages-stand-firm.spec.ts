import type { Page } from '@playwright/test'
import { doors, informationPages, listCustomerPages, listStaffPages, oldLinks } from './app/pages.ts'
import { clearing, openLongNamedShops } from './app/scenes.ts'
import { axeCheck } from './steps/accessibility.ts'
import { timesOf } from './steps/booking.ts'
import { cardsOf } from './steps/discovery.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { enterAs } from './steps/people.ts'
import { isPhone } from './steps/screen.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test('an unknown path answers 404 and leads on', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/^GET \/nao\/existe 404$/)
  const response = await visit(page, '/nao/existe')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não tem ninguém nesta cadeira')
  await expect(page).toHaveTitle(/Página não encontrada/)
  await axeCheck(page)
  await page.getByRole('link', { name: 'Encontrar barbearias' }).first().click()
  await expect(page).toHaveURL('/')
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  const isDark = (page: Page) =>
    expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 18, 15)')

  test('what only informs is dark and still reads', { tag: '@phone' }, async ({ page }) => {
    for (const { address, sign } of informationPages) {
      await visit(page, address)
      await expect(sign(page)).toBeVisible()
      await isDark(page)
      await axeCheck(page)
    }
  })

  test('every page is dark and still reads', async ({ page, customer, watch }) => {
    watch.expect(/ 4\d\d$/, /^console.warning: payment status/)
    expect(customer.token).toBeTruthy()
    for (const { address, sign } of [...(await listCustomerPages()), ...oldLinks]) {
      await visit(page, address)
      await expect(sign(page)).toBeVisible()
      await isDark(page)
      await axeCheck(page)
    }
  })

  test('so is every page of who works in a shop', { tag: '@phone' }, async ({ page, world }) => {
    for (const { person, address, sign } of await listStaffPages(world)) {
      await enterAs(page, person)
      await visit(page, address)
      await expect(sign(page)).toBeVisible()
      await isDark(page)
      await axeCheck(page)
    }
  })
})

test('the theme can be chosen, and the choice is there from the first paint on', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, '/')
  await page.getByRole('group', { name: 'Tema' }).getByRole('button', { name: 'Tema escuro' }).click()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(21, 18, 15)')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForSelector('body')
  expect(await background()).toBe('rgb(21, 18, 15)')
})

test('nothing is cut off on the narrowest phone, nor on a desk at 200 %', async ({ page, customer, world, watch }) => {
  watch.expect(/ 4\d\d$/, /^console.warning: payment status/)
  await page.setViewportSize({ width: isPhone(page) ? 320 : 640, height: 600 })
  expect(customer.token).toBeTruthy()
  for (const { address, sign } of [...(await listCustomerPages()), ...oldLinks, ...informationPages]) {
    await visit(page, address)
    await expect(sign(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  for (const { person, address, sign } of await listStaffPages(world)) {
    await enterAs(page, person)
    await visit(page, address)
    await expect(sign(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await page.evaluate(() => localStorage.clear())
  for (const { address, sign } of doors) {
    await visit(page, address)
    await expect(sign(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('names as long as they may be break no card and no page', async ({ page, world, customer }) => {
  const [shop, unbroken] = await openLongNamedShops(world)
  expect(customer.token).toBeTruthy()
  await visit(page, `/?lat=${clearing.latitude}&lon=${clearing.longitude}&radius=1`)
  await expect(cardsOf(page).first()).toBeVisible()
  for (const card of await cardsOf(page).all()) {
    const isWhole = await card.evaluate((element) => element.scrollWidth <= element.clientWidth)
    expect(isWhole, 'nothing stands out of the card').toBe(true)
  }
  await expectNoSidewaysScroll(page)
  await axeCheck(page)
  for (const id of [shop, unbroken]) {
    await visit(page, `/barbershop/${id}`)
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab', { name: 'Barbeiros' }).click()
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
    await expect(timesOf(page).first()).toBeVisible()
    await timesOf(page).first().check()
    await expectNoSidewaysScroll(page)
  }
})

test.describe('who wants no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('sees one picture that stays', { tag: '@phone' }, async ({ page }) => {
    await page.clock.install()
    await visit(page, '/')
    await page.clock.runFor(16_000)
    await expect(page.getByRole('main').locator('section').first().locator('img')).toHaveCount(1)
    await expect(page.getByRole('button', { name: /troca de imagens/ })).toBeHidden()
    // A change of colour still takes its one millisecond; what must not exist is anything that goes on moving.
    const countMoving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(countMoving).toBe(0)
  })
})

test('the pictures of the hero change every five seconds until somebody pauses them', { tag: '@phone' }, async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, '/')
  const pictures = page.getByRole('main').locator('section').first().locator('img')
  await expect(pictures).toHaveCount(1)
  await page.clock.runFor(5_100)
  await expect(pictures).toHaveCount(2)
  await page.getByRole('button', { name: 'Pausar troca de imagens' }).click()
  await page.clock.runFor(20_000)
  await expect(pictures).toHaveCount(2)
  await page.getByRole('button', { name: 'Retomar troca de imagens' }).click()
  await page.clock.runFor(5_100)
  await expect(pictures).toHaveCount(3)
})
