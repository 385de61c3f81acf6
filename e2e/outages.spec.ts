import type { Page, Route } from '@playwright/test'
import { createErrorPage } from '../server/src/lib/web/error-page.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, resultOf, slotsOf } from './steps/booking.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf, openSearch } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`

const disconnect = (route: Route) => route.abort('failed')
const failWith500 = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erro interno do sistema' } })

const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' })

test('a list that cannot be reached shows an error beside the list before, and a retry loads it', async ({
  page,
  watch,
}) => {
  watch.expect(/nearby\S* net::ERR_FAILED$/)
  await openPage(page, inGoiania)
  const failure = page.getByRole('alert').filter({ hasText: 'A API não está permitindo requisições do navegador' })
  const names = await cardsOf(page).getByRole('heading').allTextContents()
  await page.route('**/api/barbershops/nearby?*', disconnect)
  await page.getByLabel('Ordenar por:').selectOption('Avaliação')
  await expect(failure.filter({ hasText: 'Abaixo, a lista anterior.' })).toBeVisible()
  await checkAccessibility(page)
  expect(await cardsOf(page).getByRole('heading').allTextContents()).toEqual(names)
  await expect(page.getByText(/estabelecimentos encontrados/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Carregar mais barbearias' })).toBeHidden()

  await page.getByLabel('Ordenar por:').selectOption('Distância')
  await expect(failure).toBeHidden()
  await expect(page.getByText(/estabelecimentos encontrados/)).toBeVisible()

  await page.getByLabel('Ordenar por:').selectOption('Avaliação')
  await expect(failure).toBeVisible()
  await page.unroute('**/api/barbershops/nearby?*')
  await retry(page).click()
  await expect(failure).toBeHidden()
  await expect(cardsOf(page)).toHaveCount(6)
})

test.describe('without what is stored for offline use', () => {
  test.use({ serviceWorkers: 'block' })

  test('what failed without network is loaded when it is back', async ({ page, context, watch }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/)
    await openPage(page, inGoiania)
    await page.waitForLoadState('networkidle')
    const failure = page.getByRole('alert').filter({ hasText: 'A API não está permitindo requisições do navegador' })
    await context.setOffline(true)
    await page.getByLabel('Ordenar por:').selectOption('Avaliação')
    await expect(failure).toBeVisible()
    await context.setOffline(false)
    await expect(failure).toBeHidden()
    await expect(page.getByText(/estabelecimentos encontrados/)).toBeVisible()
  })
})

test('cards of other prices are not kept when the list cannot be reached, and a retry loads it', async ({
  page,
  watch,
}) => {
  watch.expect(/nearby\S* net::ERR_FAILED$/)
  await openPage(page, `${inGoiania}&price=0-8000`)
  await page.route('**/api/barbershops/nearby?*', disconnect)
  await page.getByRole('list', { name: 'Filtros ativos' }).getByRole('button', { name: /Preço/ }).click()
  await expect(page.getByText(/^A API não está permitindo requisições do navegador.* tente novamente\.$/)).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(0)
  await checkAccessibility(page)
  await page.unroute('**/api/barbershops/nearby?*')
  await retry(page).click()
  await expect(cardsOf(page)).toHaveCount(6)
})

test('a list that fails is retried twice before the error is shown [7.33, 8.7, 9.1]', async ({ page, watch }) => {
  watch.expect(/nearby\S* 500$/)
  let tries = 0
  await openPage(page, inGoiania)
  await page.route('**/api/barbershops/nearby?*orderBy=price*', (route) => {
    if (!route.request().url().includes('featured=true')) tries += 1
    return failWith500(route)
  })
  await page.getByLabel('Ordenar por:').selectOption('Preço')
  const text = 'Erro ao carregar barbearias: Erro interno do sistema. Tente novamente mais tarde.'
  await expect(page.getByText(text)).toBeVisible()
  expect(tries).toBe(3)
})

test('a page that the server refuses for now says so, and opens by itself', async ({ page, watch }) => {
  watch.expect(/^GET \/sobre (429|503)$/)
  const refusals = [503, 429]
  const isChecked = Promise.withResolvers<void>()
  await page.route('**/sobre', async (route) => {
    const status = refusals.shift()
    // The first refusal stays until it was looked at: it lasts for a second.
    if (status !== 503) await isChecked.promise
    if (!status) return route.fallback()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' }
    return route.fulfill({ status, headers, body: createErrorPage({ status, message: '', retryAfter: 1 }) })
  })
  await page.goto('/sobre')
  await expect(page.getByRole('heading', { name: 'Só um instante' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  isChecked.resolve()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  expect(refusals).toEqual([])
})

test('data that the server refuses for now is loaded when it has time, and a line says that the page waits', async ({
  page,
  watch,
}) => {
  watch.expect(/nearby\S* 503$/)
  await openPage(page, inGoiania)
  let refusals = 0
  await page.route('**/api/barbershops/nearby?*orderBy=price*', (route) => {
    if (refusals === 2) return route.fallback()
    refusals += 1
    const headers = { 'retry-after': '2' }
    return route.fulfill({
      status: 503,
      headers,
      json: { code: 'UNAVAILABLE', message: 'O sistema está indisponível.' },
    })
  })
  await page.getByLabel('Ordenar por:').selectOption('Preço')
  await expect(page.getByRole('status').filter({ hasText: 'Muita gente agora' })).toBeVisible()
  await checkAccessibility(page)
  await expect(page.getByText(/estabelecimentos encontrados/)).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(6)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('cards are shown without the slots of today', async ({ page, watch }) => {
  watch.expect(/free-times\S* net::ERR_FAILED$/)
  await page.route('**/api/barbershops/free-times?*', disconnect)
  await openPage(page, inGoiania)
  // The server sends the slots of the first cards with the page.
  await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
  await expect(cardsOf(page).nth(6).getByText('Horários indisponíveis')).toBeVisible()
  await expect(
    cardsOf(page)
      .nth(6)
      .getByRole('link', { name: /^Detalhes/ }),
  ).toBeVisible()
})

test('a search that fails shows no result [8.8]', async ({ page, watch }) => {
  watch.expect(/suggestions\S* net::ERR_FAILED$/)
  await page.route('**/api/barbershops/suggestions?*', disconnect)
  await openPage(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('navalha')
  await expect(page.getByText('Nenhuma barbearia encontrada').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('a barbershop that cannot be loaded shows an error, and a retry loads it [4.25, 8.9]', async ({ page, watch }) => {
  watch.expect(/ net::ERR_FAILED$/)
  await openPage(page, `${inGoiania}&sort=rating`)
  await page.route(/\/api\/barbershops\/[0-9a-f-]{36}(\?.*)?$/, disconnect)
  await cardsOf(page)
    .nth(3)
    .getByRole('link', { name: /^Detalhes/ })
    .click()
  await expect(page.getByText('Erro ao carregar detalhes da barbearia. Tente novamente mais tarde.')).toBeVisible()
  await checkAccessibility(page)
  await page.unroute(/\/api\/barbershops\/[0-9a-f-]{36}(\?.*)?$/)
  await retry(page).click()
  await expect(page.getByRole('tab', { name: 'Serviços' })).toBeVisible()
})

test('reviews that cannot be loaded show an error, and a retry loads them [8.9]', async ({ page, watch }) => {
  watch.expect(/reviews\S* net::ERR_FAILED$/)
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await page.route('**/reviews?*', disconnect)
  await page.getByRole('button', { name: 'Próxima', exact: true }).click()
  await expect(page.getByText('Erro ao carregar avaliações. Tente novamente mais tarde.')).toBeVisible()
  await page.unroute('**/reviews?*')
  await retry(page).click()
  await expect(page.getByText(/^Página 2 de/)).toBeVisible()
})

test('"Agendar" on a card opens the barbershop when neither its slots nor its barbers can be loaded [2.49]', async ({
  page,
  watch,
}) => {
  watch.expect(/(barbers|free-times\S*) net::ERR_FAILED$/)
  await page.route('**/barbers', disconnect)
  await page.route('**/free-times?*', disconnect)
  await openPage(page, inGoiania)
  // The server sends the slots of the first cards with the page.
  await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
  await cardsOf(page)
    .nth(6)
    .getByRole('link', { name: /^Agendar/ })
    .click()
  await expect(page).toHaveURL(/\/barbershop\/[0-9a-f-]{36}$/)
})

testAsCustomer('slots that cannot be loaded show an error, and a retry loads them [2.67]', async ({ page, watch }) => {
  watch.expect(/availability\S* net::ERR_FAILED$/)
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  await page.route('**/availability?*', disconnect)
  // The server sends the slots with the booking page itself: only from another page the browser requests them.
  await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
  await expect(page.getByText('Erro ao carregar horários disponíveis. Tente novamente mais tarde.')).toBeVisible()
  await checkAccessibility(page)
  await page.unroute('**/availability?*')
  await retry(page).click()
  await expect(slotsOf(page).first()).toBeVisible()
})

testAsCustomer('a lost response and a retry book once [8.11]', async ({ page, watch }) => {
  watch.expect(/^POST \/api\/appointments net::ERR_FAILED$/)
  const shop = await findDemoBarbershop()
  await openPage(page, shop.bookingPath)
  await expect(slotsOf(page).first()).toBeVisible()
  await pickDay(page, { after: 4 })
  await slotsOf(page).nth(2).check()
  const bookedIds: string[] = []
  await page.route('**/api/appointments', async (route) => {
    const response = await route.fetch()
    bookedIds.push((await response.json()).id)
    return bookedIds.length === 1 ? route.abort('failed') : route.fulfill({ response })
  })
  await confirmButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Erro ao criar agendamento' }).filter({ visible: true }),
  ).toBeVisible()
  await confirmButton(page).click()
  await expect(resultOf(page)).toBeVisible()
  expect(bookedIds).toHaveLength(2)
  expect(bookedIds[1]).toBe(bookedIds[0])
})
