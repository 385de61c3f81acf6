import { barbershopsApi } from '@na-regua/contract/barbershops'
import { emptyArea, openLongNamedBarbershops } from './app/long-names.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, slotsOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { cardsOf, measureCards } from './steps/discovery.ts'
import { logIn } from './steps/log-in.ts'
import { openPage, openWithoutScripts } from './steps/open-page.ts'
import { expectNoHorizontalScroll, readBackground } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

test('an unknown path responds 404 and links to the home page [2.14]', async ({ page, watch }) => {
  watch.expect(/^GET \/nao\/existe 404$/)
  const response = await openPage(page, '/nao/existe')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não tem ninguém nesta cadeira')
  await expect(page).toHaveTitle(/Página não encontrada/)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Encontrar barbearias' }).first().click()
  await expect(page).toHaveURL('/')
})

/** In the page: the background at its first paint, whenever that is read. */
function notePaintedBackground() {
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    Reflect.set(window, 'paintedBackground', getComputedStyle(document.body).backgroundColor)
  })
  observer.observe({ type: 'paint', buffered: true })
}

test('the theme can be chosen, and the choice applies from the first paint on', async ({ page }) => {
  await openPage(page, '/')
  const darkTheme = page.getByRole('group', { name: 'Tema' }).getByRole('button', { name: 'Tema escuro' })
  await darkTheme.click()
  await expect(darkTheme).toHaveAttribute('aria-pressed', 'true')
  const barColors = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))
  await expect.poll(barColors, 'the color of the page').toEqual(['#15120f', '#15120f'])
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest.theme_color).toBe(manifest.background_color)
  await expect.poll(() => readBackground(page)).toBe('rgb(21, 18, 15)')
  await page.addInitScript(notePaintedBackground)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'paintedBackground'))).toBe('rgb(21, 18, 15)')
})

/** Three lines each of the name, the address and the service; a word that fills a line is broken, not cut. */
const MAX_LONG_NAMED_CARD_HEIGHT = 420

testAsCustomer('names of maximum length break no card and no page', { tag: '@desktop' }, async ({ page, backend }) => {
  const [shop, unbroken] = await openLongNamedBarbershops(backend)
  // They were inserted beside the server, which looks for changes every second.
  const listIds = async () => {
    const query = { ...emptyArea, radiusInKm: 1, page: 1, perPage: 50, orderBy: 'distance' } as const
    const { body } = await requestApi(barbershopsApi.nearby, { query })
    return body.barbershops.map(({ id }) => id)
  }
  await expect.poll(listIds).toEqual(expect.arrayContaining([shop, unbroken]))
  await openPage(page, `/?lat=${emptyArea.latitude}&lon=${emptyArea.longitude}&radius=1`)
  await expect(cardsOf(page).first()).toBeVisible()
  for (const card of await cardsOf(page).all()) {
    const isWhole = await card.evaluate((element) => element.scrollWidth <= element.clientWidth)
    expect(isWhole, 'nothing overflows the card').toBe(true)
  }
  if (isPhone(page))
    for (const { height } of await measureCards(page)) expect(height).toBeLessThanOrEqual(MAX_LONG_NAMED_CARD_HEIGHT)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  for (const id of [shop, unbroken]) {
    await openPage(page, `/barbershop/${id}`)
    await expectNoHorizontalScroll(page)
    await page.getByRole('tab', { name: 'Barbeiros' }).click()
    await expectNoHorizontalScroll(page)
    await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
    await expect(slotsOf(page).first()).toBeVisible()
    // Late in the evening today has one slot or none.
    await pickDay(page, { after: 1 })
    await slotsOf(page).nth(1).check()
    await expectNoHorizontalScroll(page)
  }
  await confirmButton(page).click()
  await expect(page.getByRole('link', { name: 'Ver agendamento' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Ver agendamento' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await expect(page.getByRole('link', { name: 'Como chegar' })).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('the navigation of a phone works before any script, leads to the login and back, and leaves room for other bars', async ({
  page,
  backend,
}) => {
  const user = await createSignedInUser(backend, { name: 'Nara Lima', password: 'segredo-da-nara' })
  const sendScripts = await openWithoutScripts(page, '/')
  const navigation = page.getByRole('navigation', { name: 'Principal' })
  const current = navigation.locator('[aria-current=page]')
  await expect(navigation.getByRole('link')).toHaveText(['Explorar', 'Agenda', 'Favoritos', 'Perfil'])
  await expect(current).toHaveText('Explorar')
  const sizes = () =>
    navigation.getByRole('link').evaluateAll((links) => links.flatMap((link) => [link.clientWidth, link.clientHeight]))
  await expect.poll(async () => Math.min(...(await sizes()))).toBeGreaterThanOrEqual(44)
  await navigation.getByRole('link', { name: 'Favoritos' }).tap()
  await expect(page).toHaveURL('/customer/favorites')
  sendScripts()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('E-mail').focus()
  await expect(navigation, 'a keyboard takes its place').toBeHidden()
  await logIn(page, { email: user.email, password: 'segredo-da-nara' })
  await expect(page).toHaveURL('/customer/favorites')
  await expect(current).toHaveText('Favoritos')

  const { bookingPath } = await findDemoBarbershop()
  await openPage(page, bookingPath)
  await expect(slotsOf(page).first()).toBeVisible()
  await expect(navigation, 'the bar that confirms takes its place').toBeHidden()
  await openPage(page, '/sobre')
  const theme = page.getByRole('group', { name: 'Tema' })
  await theme.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 5_000)
  const bar = await navigation.boundingBox()
  await expect
    .poll(async () => (await theme.boundingBox())?.y, 'the end of the page is not covered')
    .toBeLessThan((bar?.y ?? 0) - 44)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the hero shows one image', async ({ page }) => {
    await page.clock.install()
    await openPage(page, '/')
    await page.clock.runFor(16_000)
    await expect(page.getByRole('main').locator('section').first().locator('img')).toHaveCount(1)
    await expect(page.getByRole('button', { name: /troca de imagens/ })).toBeHidden()
    // An animation still takes its one millisecond; nothing may keep moving.
    const countMoving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(countMoving).toBe(0)
    const movedBy = await page.getByRole('main').evaluate((main) => {
      const { x } = main.getBoundingClientRect()
      main.style.transform = 'translateX(40px)'
      return main.getBoundingClientRect().x - x
    })
    expect(movedBy, 'what is moved is there in the same frame').toBe(40)
  })
})

test('the images of the hero change every five seconds until the user pauses them [2.30, 9.6]', async ({ page }) => {
  // They stand still until only the test lets time pass, however long the page takes.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await openPage(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const pause = page.getByRole('button', { name: 'Pausar troca de imagens' })
  await expect(pause).toBeVisible()
  const images = page.getByRole('main').locator('section').first().locator('img')
  await expect(images).toHaveCount(1)
  await page.clock.runFor(5_100)
  await expect(images).toHaveCount(2)
  await pause.click()
  await page.clock.runFor(20_000)
  await expect(images).toHaveCount(2)
  await page.getByRole('button', { name: 'Retomar troca de imagens' }).click()
  await page.clock.runFor(5_100)
  await expect(images).toHaveCount(3)
})
