import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { cardsOf, readTotal } from './steps/discovery.ts'
import { setorBueno } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const placeBar = (page: Page) => page.getByRole('main').getByRole('status').first()

async function openMap(page: Page) {
  await page.getByRole('button', { name: 'Alterar localização' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Selecione sua localização' })
  await expect(dialog.getByText('Clique no mapa para selecionar sua localização')).toBeVisible()
  return dialog
}

test.describe('who lets the browser tell', () => {
  test.use({ geolocation: setorBueno, permissions: ['geolocation'] })

  test('sees the shops around without a question', async ({ page }) => {
    await visit(page, '/')
    await expect(placeBar(page)).toContainText('Goiânia')
    await expect(page).toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
    await expect(cardsOf(page).first()).toContainText(/0,\d{2} km/)
  })
})

test('who refuses reads why and sees the default place', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/')
  await expect(placeBar(page)).toContainText('São Paulo')
  await page.getByRole('button', { name: 'Usar minha localização' }).first().click()
  await expect(page.getByText('Erro ao detectar localização - Usando localização padrão')).toBeVisible()
  await expect(page.getByText('Permissão de localização negada pelo usuário')).toBeVisible()
  expect(await readTotal(page)).toBeGreaterThan(50)
  await axeCheck(page)
})

test('a browser that cannot tell is no obstacle', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }))
  await visit(page, '/')
  await page.getByRole('button', { name: 'Usar minha localização' }).first().click()
  await expect(page.getByText('Geolocalização não é suportada por este navegador')).toBeVisible()
})

for (const { code, text } of [
  { code: 2, text: 'Informações de localização indisponíveis' },
  { code: 3, text: 'Tempo limite para obter localização excedido' },
  { code: 9, text: 'Erro ao obter localização' },
]) {
  test(`the failure ${code} of the device reads '${text}'`, { tag: '@phone' }, async ({ page }) => {
    await page.addInitScript((failure) => {
      navigator.geolocation.getCurrentPosition = (_, refuse) =>
        refuse?.({ code: failure, message: '' } as GeolocationPositionError)
    }, code)
    await visit(page, '/')
    await page.getByRole('button', { name: 'Usar minha localização' }).first().click()
    await expect(page.getByText(text)).toBeVisible()
  })
}

test('a press on the map picks the place, also when no tile can be loaded', async ({ page }) => {
  await visit(page, '/')
  const dialog = await openMap(page)
  const map = dialog.getByRole('application')
  await expect(map.locator('canvas, svg').first()).toBeVisible()
  await axeCheck(page)
  await map.click({ position: { x: 60, y: 60 } })
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Localização atualizada com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/lat=-23\.\d+&lon=-46\.\d+/)
})

test('the map is moved and picked by keys', async ({ page }) => {
  await visit(page, '/')
  const dialog = await openMap(page)
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/lat=-23\.\d+&lon=-46\.\d+/)
})

test('a city is found by its name', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/')
  const dialog = await openMap(page)
  await dialog.getByLabel('Cidade').fill('goiania')
  await dialog.getByRole('button', { name: 'Goiânia, GO', exact: true }).click()
  await expect(placeBar(page)).toContainText('Goiânia')
  await expect(cardsOf(page).first()).toContainText(/\d,\d{2} km/)
})

test('"Cancelar", Esc and the close button leave everything as it was', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/')
  const dialog = await openMap(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await openMap(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
})
