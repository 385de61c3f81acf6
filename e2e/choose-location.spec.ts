import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, openSearch, readTotal } from './steps/discovery.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expect, test } from './test.ts'

const locationBar = (page: Page) => page.getByRole('main').getByRole('status').first()

async function openMap(page: Page) {
  await page.getByRole('button', { name: 'Alterar localização' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Selecione sua localização' })
  await expect(dialog.getByText('Clique no mapa para selecionar sua localização')).toBeVisible()
  return dialog
}

test.describe('with permission for geolocation', () => {
  test.use({ geolocation: setorBueno, permissions: ['geolocation'] })

  test('the barbershops around are listed without a prompt [1.1, 2.27]', async ({ page }) => {
    await openPage(page, '/')
    await expect(locationBar(page)).toContainText('Goiânia')
    await expect(page).toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
    await expect(cardsOf(page).first()).toContainText(/0,\d{2} km/)
  })

  test('a click on the map takes the place of the detected location [2.29]', async ({ page }) => {
    await openPage(page, '/')
    await expect(page).toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
    const dialog = await openMap(page)
    const map = dialog.getByRole('application')
    await expect(map.locator('canvas, svg').first()).toBeVisible()
    await map.click({ position: { x: 60, y: 60 } })
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/lat=-\d+\.\d+&lon=-\d+\.\d+/)
    await expect(page).not.toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
    await reloadPage(page)
    await expect(page, 'it stays').not.toHaveURL(/lat=-16\.7006&lon=-49\.2708/)
  })
})

test('without permission the page says so in one line with one button [2.27, 4.7, 8.6]', async ({ page }) => {
  await openPage(page, '/')
  await expect(locationBar(page)).toContainText('São Paulo')
  await page.getByRole('button', { name: 'Usar minha localização' }).click()
  await expect(locationBar(page)).toHaveText('Erro ao detectar localização - Usando localização padrão')
  await expect(page.getByText('Permissão de localização negada pelo usuário')).toBeVisible()
  const bar = locationBar(page).locator('xpath=ancestor::div[2]')
  await expect(bar.getByRole('button')).toHaveText(['Alterar localização'])
  expect(await readTotal(page)).toBeGreaterThan(50)
  await checkAccessibility(page)
})

test('a browser without geolocation is supported [8.6]', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }))
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Usar minha localização' }).first().click()
  await expect(page.getByText('Geolocalização não é suportada por este navegador')).toBeVisible()
})

for (const { code, text } of [
  { code: 2, text: 'Informações de localização indisponíveis' },
  { code: 3, text: 'Tempo limite para obter localização excedido' },
  { code: 9, text: 'Erro ao obter localização' },
]) {
  test(`error ${code} of the device shows '${text}' [8.6]`, async ({ page }) => {
    await page.addInitScript((failure) => {
      navigator.geolocation.getCurrentPosition = (_, refuse) =>
        refuse?.({ code: failure, message: '' } as GeolocationPositionError)
    }, code)
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Usar minha localização' }).first().click()
    await expect(page.getByText(text)).toBeVisible()
  })
}

test('a click on the map selects the location, also when no tile can be loaded [2.28, 2.29, 7.14, 8.6]', async ({
  page,
}) => {
  await openPage(page, '/')
  const dialog = await openMap(page)
  const map = dialog.getByRole('application')
  await expect(map.locator('canvas, svg').first()).toBeVisible()
  await checkAccessibility(page)
  await map.click({ position: { x: 60, y: 60 } })
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Localização atualizada com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/lat=-23\.\d+&lon=-46\.\d+/)
})

test('the map is moved and the location selected by keyboard', async ({ page }) => {
  await openPage(page, '/')
  const dialog = await openMap(page)
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/lat=-23\.\d+&lon=-46\.\d+/)
})

test('a place is typed as people say it: the near one is first, the bar names it and the box keeps its words', {
  tag: '@desktop',
}, async ({ page }) => {
  await openPage(page, '/')
  let dialog = await openMap(page)
  await expect(dialog.getByText(/^Agora: .*São Paulo/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Usar minha localização' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Permissão de localização negada pelo usuário')
  const field = dialog.getByRole('combobox', { name: 'Onde você quer cortar?' })
  const options = dialog.getByRole('option')
  await field.fill('zzqq')
  await expect(dialog.getByText('Nenhum lugar encontrado. Tente o bairro, a cidade ou o CEP.')).toBeVisible()
  await field.fill('pinheiros')
  await expect(options.first()).toHaveText('Pinheiros São Paulo - SP')
  await checkAccessibility(page)
  await options.first().click()
  await expect(dialog).toBeHidden()
  await expect(locationBar(page)).toHaveText('Pinheiros, São Paulo - SP')
  await expect(cardsOf(page).first()).toContainText(/\d,\d{2} km/)

  await reloadPage(page)
  await expect(locationBar(page), 'it stays').toHaveText('Pinheiros, São Paulo - SP')
  dialog = await openMap(page)
  await expect(field).toHaveValue('Pinheiros, São Paulo - SP')
  await field.fill('bh')
  await expect(options).toHaveText(['Belo Horizonte MG'])
  await page.keyboard.press('Enter')
  await expect(locationBar(page)).toHaveText('Belo Horizonte - MG')
  await openMap(page)
  await field.fill('metrô consolação')
  await options.first().click()
  await expect(locationBar(page)).toHaveText('Metrô Consolação, São Paulo - SP')
})

test('without a connection the field says that it could not search, and finds the place afterwards', async ({
  page,
  watch,
}) => {
  watch.expect(/^GET \/api\/places/)
  await page.route('**/api/places?*', (route) => route.abort())
  await openPage(page, '/')
  const dialog = await openMap(page)
  const field = dialog.getByRole('combobox', { name: 'Onde você quer cortar?' })
  await field.fill('goiania')
  await expect(dialog.getByText(/^Não foi possível procurar/)).toBeVisible()
  await page.unroute('**/api/places?*')
  await field.fill('goiânia')
  await dialog.getByRole('option', { name: 'Goiânia GO', exact: true }).click()
  await expect(locationBar(page)).toHaveText('Goiânia - GO')
})

test('a place that the search leads to is named in the bar', async ({ page }) => {
  await openPage(page, '/')
  const search = await openSearch(page)
  await search.fill('metrô consolação')
  await page.getByRole('option', { name: /Metrô Consolação/ }).click()
  await expect(locationBar(page)).toHaveText('Metrô Consolação, São Paulo - SP')
})

test('"Cancelar", Esc and the close button change nothing [2.28]', async ({ page }) => {
  await openPage(page, '/')
  const dialog = await openMap(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await openMap(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
})
