import { behindList, checkAccessibility } from './steps/accessibility.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, openSearch } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { expect, test } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`

test('a word of the trade leads to who provides it, and says what it was understood as', { tag: '@desktop' }, async ({
  page,
}) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  const options = page.getByRole('listbox', { name: 'Barbearias encontradas' }).getByRole('option')
  await search.fill('tesoura')
  await expect(options.first()).toBeVisible()
  await expect(options.filter({ hasText: 'Tesouro' })).toHaveCount(0)
  await search.fill('degradê baixo')
  await expect(page.getByRole('list', { name: 'Sobre a busca' })).toContainText('Mostramos quem faz degradê.')
  await expect(options.first()).toHaveText(/^Ver barbearias/)
  await expect(options.filter({ hasText: /Degradê\s?R\$/ }).first()).toBeVisible()
  await checkAccessibility(page, behindList)
  await search.press('Enter')
  await expect(page).toHaveURL(/service=degrad/)
  await expect(cardsOf(page).first()).toBeVisible()
})

test('a service that no barbershop provides is reported, and the nearest barbershops are listed', async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('corte feminino')
  await expect(page.getByRole('list', { name: 'Sobre a busca' })).toContainText('Ninguém a até 50 km')
  const options = page.getByRole('listbox', { name: 'Barbearias encontradas' }).getByRole('option')
  await expect(options.first()).toContainText(/\d,\d{2} km/)
  await checkAccessibility(page)
})

test('a barber is found by name, with the next time, which Enter books', { tag: '@desktop' }, async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('rafael moreira')
  const barber = page.getByRole('option', { name: /Rafael Moreira/ })
  await expect(barber).toContainText('Barbeiro · Navalha de Ouro')
  await expect(barber).toContainText(/Próximo horário: .+, \d+h/)
  await checkAccessibility(page, behindList)
  await search.press('Enter')
  await expect(page).toHaveURL(/\/barbershop\/[\w-]+\/booking\/|\/login/)
})

test('a town is opened when it is typed in full', { tag: '@desktop' }, async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('Tesouro MT')
  const options = page.getByRole('listbox', { name: 'Barbearias encontradas' }).getByRole('option')
  await expect(options.first()).toContainText('Tesouro')
  await search.press('Enter')
  await expect(page).toHaveURL(/lat=-16\.\d+&lon=-53\.\d+/)
})

test('recent searches are in this browser only, and are cleared', async ({ page }) => {
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('navalha de ouro')
  await page.getByRole('option', { name: /^Navalha de Ouro/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Navalha de Ouro')
  await page.getByRole('link', { name: 'Voltar para busca' }).click()
  // The button of the page that is left would open a sheet that closes with that page.
  await expect(cardsOf(page).first()).toBeVisible()
  await openSearch(page)
  const recent = page.getByRole('region', { name: 'Buscas recentes' })
  await expect(recent.getByRole('button', { name: 'navalha de ouro', exact: true })).toBeVisible()
  await recent.getByRole('button', { name: 'Limpar buscas' }).click()
  await expect(recent).toBeHidden()
})
