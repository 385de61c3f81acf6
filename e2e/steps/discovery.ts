import { expect, type Locator, type Page } from '@playwright/test'
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

/** The search field: in the header on a desktop, in a sheet on a phone, behind the band of the home page or the header's button. */
export async function openSearch(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Buscar barbearias' }).filter({ visible: true }).click()
  return page.getByRole('combobox', { name: 'Buscar barbearias' }).filter({ visible: true })
}

/** The cards of the list, without the featured ones above it. */
export function cardsOf(page: Page) {
  return page.getByRole('region', { name: 'Barbearias Próximas' }).getByRole('article')
}

/** At 360 × 740 the first barbershop is in view. */
const MAX_FIRST_CARD_TOP = 330
/** A card is 300 px high when its name and its address take one line each: its picture and its heading 72 px of them. */
const MAX_BELOW_HEADING = 228

/** Measures the cards of a phone. */
export function measureCards(page: Page) {
  return cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => {
      const { top, height } = card.getBoundingClientRect()
      const heading = card.querySelector('h3')?.parentElement?.getBoundingClientRect().height ?? 0
      return { top: top + window.scrollY, height, belowHeading: height - heading }
    }),
  )
}

/** Names and addresses are shown whole, in as many lines as they need: they do not count. */
export async function expectCompactCards(page: Page) {
  const cards = await measureCards(page)
  expect(cards[0]?.top).toBeLessThanOrEqual(MAX_FIRST_CARD_TOP)
  for (const { belowHeading } of cards)
    expect(belowHeading, 'height of a card without its heading').toBeLessThanOrEqual(MAX_BELOW_HEADING)
}

/** The number of results above the list, once they are those of the filters: until then it is the one of before. */
export async function readTotal(page: Page) {
  const results = page.getByRole('region', { name: 'Barbearias Próximas' })
  await expect(results).toHaveAttribute('aria-busy', 'false')
  const total = results.getByText(/estabelecimentos? encontrados? em um raio de/)
  return Number((await total.innerText()).replace(/ .*/s, '').replace('.', ''))
}
