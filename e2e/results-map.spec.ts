import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { pendingBooking } from './steps/booking.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, readTotal } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { isPhone } from './steps/screen.ts'
import { expect, test } from './test.ts'

const inGoiania = '/?lat=-16.6869&lon=-49.2648&radius=5'
const mapOf = (page: Page) => page.getByRole('region', { name: /^Mapa das barbearias/ })
const readMapTotal = async (page: Page) =>
  Number((await page.getByText(/\d+ barbearias? no mapa/).innerText()).split(' ')[0])
const pinsOf = (page: Page) => mapOf(page).locator('[data-pin]')

/** Without animations, so that a pin is where it stays. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Their size and distance follow from where barbershops are, which is essential (WCAG 2.5.8); their names are checked below. */
const pins = ['.leaflet-marker-pane']

/** Zooms into clusters until a barbershop has a pin of its own, and returns that pin. */
async function zoomToPin(page: Page) {
  const settles = () => expect(mapOf(page)).toHaveAttribute('aria-busy', 'false')
  for (await settles(); (await pinsOf(page).count()) === 0; await settles()) {
    // The map itself zooms in on what it found, and may replace the cluster meanwhile.
    await mapOf(page)
      .getByRole('button', { name: /aproximar o mapa$/ })
      .first()
      .press('Enter', { timeout: 3_000 })
      .catch(() => undefined)
  }
  return mapOf(page).locator(`[data-pin="${await pinsOf(page).first().getAttribute('data-pin')}"]`)
}

/** Where the pin is on the screen, and how many barbershops are in view. */
async function readArea(page: Page, pin: Locator) {
  await expect(mapOf(page)).toHaveAttribute('aria-busy', 'false')
  await expect(pin).toBeVisible()
  const box = await pin.boundingBox()
  const edge = await mapOf(page).boundingBox()
  const total = await readMapTotal(page)
  return { total, x: Math.round((box?.x ?? 0) - (edge?.x ?? 0)), y: Math.round((box?.y ?? 0) - (edge?.y ?? 0)) }
}

/** The area that was left, by Back and by the link of the page. The pin is an element of the map that is shown again. */
async function leaveAndReturn(page: Page, pin: Locator, name: string) {
  const card = page.getByRole('article').filter({ hasText: name }).filter({ visible: true }).first()
  const details = card.getByRole('link', { name: /^Detalhes/ })
  const area = await readArea(page, pin)
  await details.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect.poll(() => readArea(page, pin)).toEqual(area)
  await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Voltar para busca' }).click()
  await expect.poll(() => readArea(page, pin)).toEqual(area)
  await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeVisible()
}

test('results on a map: pins and cards lead to each other, and another area is searched', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, inGoiania)
  const total = await readTotal(page)
  await page.getByRole('button', { name: 'Mapa', exact: true }).click()
  await expect(page).toHaveURL(`${inGoiania}&map=1`)
  await expect(page.getByText(/barbearias? no mapa/)).toBeVisible()
  await expect.poll(() => readMapTotal(page), 'the map shows what the list counts').toBe(total)
  await expect(cardsOf(page).first()).toBeVisible({ visible: !isPhone(page) })
  await checkAccessibility(page, pins)

  const pin = await zoomToPin(page)
  await expect(pin).toHaveAccessibleName(/, (próximo horário|a partir de) /)
  const name = ((await pin.getAttribute('aria-label')) ?? '').replace(/, (próximo horário|a partir de) .*/, '')
  await pin.press('Enter')
  await expect(page.getByRole('article').filter({ hasText: name }).filter({ visible: true })).not.toHaveCount(0)
  const chosen = page.getByRole('region', { name: 'Barbearia escolhida no mapa' })
  if (isPhone(page)) await expect(chosen.getByRole('link', { name: /^Agendar/ })).toBeVisible()
  await checkAccessibility(page, pins)
  await leaveAndReturn(page, pin, name)
  await pin.press('Enter')
  if (await chosen.isVisible()) {
    await page.getByRole('button', { name: 'Fechar cartão' }).click()
    await expect(pin).toBeFocused()
    await expect(chosen).toBeHidden()
  }

  await mapOf(page).press('+')
  await page.getByRole('button', { name: 'Buscar nesta área' }).click()
  await expect(page).toHaveURL(/radius=[\d.]+.*map=1/)
  await expect(page).not.toHaveURL(/radius=5\b/)
  await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeHidden()
  await expect(async () => expect(await readMapTotal(page)).toBe(await readTotal(page))).toPass({ timeout: 60_000 })
  await expect.poll(() => readTotal(page)).toBeLessThan(total)

  await page.goBack()
  await expect(page).toHaveURL(`${inGoiania}&map=1`)
  await expect.poll(() => readTotal(page)).toBe(total)
  await page.goBack()
  await expect(page).toHaveURL(inGoiania)
  await expect(mapOf(page)).toBeHidden()
  await expect(cardsOf(page).first()).toBeVisible()
})

test('the map of a whole city shows its parts at once, not one number to be zoomed into', async ({ page }) => {
  await openPage(page, inGoiania.replace('&radius=5', ''))
  const total = await readTotal(page)
  await page.getByRole('button', { name: 'Mapa', exact: true }).click()
  await expect.poll(() => mapOf(page).locator('.leaflet-marker-pane').getByRole('button').count()).toBeGreaterThan(3)
  await expect(mapOf(page)).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => readMapTotal(page)).toBe(total)
  await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeHidden()
  await mapOf(page).press('+')
  await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeVisible()
})

test.describe('at the own position', () => {
  test.use({ geolocation: setorBueno, permissions: ['geolocation'] })

  test('the map opens on the streets around, and two taps lead to a time', async ({ page }) => {
    await openPage(page, '/')
    await expect(page).toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
    const total = await readTotal(page)
    await page.getByRole('button', { name: 'Mapa', exact: true }).click()
    await expect(mapOf(page).locator('.map-here')).toBeVisible()
    await expect(mapOf(page)).toHaveAttribute('aria-busy', 'false')
    await expect.poll(() => readMapTotal(page)).toBeLessThan(total)
    await expect(page.getByRole('button', { name: 'Buscar nesta área' })).toBeHidden()
    const labels = await pinsOf(page)
      .filter({ hasText: /\d/ })
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()))
    for (const [index, one] of labels.entries())
      for (const other of labels.slice(index + 1))
        expect(
          one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        ).toBe(false)
    const pin = await zoomToPin(page)
    await pin.press('Enter')
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: / com .+, / }) })
    await card
      .filter({ visible: true })
      .first()
      .getByRole('link', { name: / com .+, / })
      .first()
      .click()
    // A newcomer registers with the chosen time in view.
    await expect(page).toHaveURL('/login?mode=register')
    await expect(pendingBooking(page)).toContainText(/ às \d+h/)
  })
})

// A phone shows either the list or the map.
test('beside the map a card highlights its pin, a pin its card, and a tap on the pin leads there', {
  tag: '@wide',
}, async ({ page }) => {
  // An island whose barbershops are all on the first page.
  await openPage(page, '/?lat=-3.8548&lon=-32.4249&radius=20&map=1')
  const pin = await zoomToPin(page)
  const card = page.locator(`[data-barbershop="${await pin.getAttribute('data-pin')}"]`)
  await expect(card).toHaveCSS('outline-style', 'none')
  await card.hover()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await expect(card).toHaveCSS('outline-style', 'solid')
  await page.mouse.move(0, 0)
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await pin.focus()
  await expect(card).toHaveCSS('outline-style', 'solid')
  await pin.press('Enter')
  await expect(card).toBeInViewport()
  await expect(card.getByRole('link').first()).toBeFocused()
})
