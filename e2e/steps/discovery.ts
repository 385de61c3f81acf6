import type { Locator, Page } from '@playwright/test'
import { isPhone } from './screen.ts'

/** The filters: beside the list on a desktop, in a sheet behind their button on a phone. */
export async function openFilters(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.getByRole('region', { name: 'Filtros' })
  await page.getByRole('button', { name: /^Filtros/ }).click()
  return page.getByRole('dialog', { name: 'Filtros' })
}

/** On a phone the sheet covers the list until it is closed. */
export async function closeFilters(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: /^Ver [\d.]+ barbearias?$/ }).click()
}

/** The search field: in the header on a desktop, in a sheet on a phone. */
export async function openSearch(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('banner').getByRole('button', { name: 'Buscar barbearias' }).click()
  return page.getByRole('combobox', { name: 'Buscar barbearias' }).filter({ visible: true })
}

/** The cards of the list, without the featured ones above it. */
export function cardsOf(page: Page) {
  return page.getByRole('region', { name: 'Barbearias Próximas' }).getByRole('article')
}

/** The number of results above the list. */
export async function readTotal(page: Page) {
  const total = page.getByText(/estabelecimentos? encontrados? em um raio de/)
  await total.waitFor()
  return Number((await total.innerText()).replace(/ .*/s, '').replace('.', ''))
}
