import type { Page, Route } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { confirmButton, pickDay, timesOf } from './steps/booking.ts'
import { cardsOf, openSearch } from './steps/discovery.ts'
import { findShowcase, setorBueno } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`

const away = (route: Route) => route.abort('failed')
const broken = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Erro interno do sistema' } })

const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' })

test('a list that cannot be reached says so at once, and one press brings it', { tag: '@phone' }, async ({
  page,
  watch,
}) => {
  watch.expect(/nearby\S* net::ERR_FAILED$/)
  await visit(page, inGoiania)
  await page.route('**/api/barbershops/nearby?*', away)
  await page.getByLabel('Ordenar por:').selectOption('Avaliação')
  await expect(page.getByText(/^A API não está permitindo requisições do navegador/)).toBeVisible()
  await axeCheck(page)
  await page.unroute('**/api/barbershops/nearby?*')
  await retry(page).click()
  await expect(cardsOf(page)).toHaveCount(6)
})

test('a list that fails is tried twice more before a person reads of it', { tag: '@phone' }, async ({
  page,
  watch,
}) => {
  watch.expect(/nearby\S* 500$/)
  let tries = 0
  await visit(page, inGoiania)
  await page.route('**/api/barbershops/nearby?*orderBy=price*', (route) => {
    if (!route.request().url().includes('featured=true')) tries += 1
    return broken(route)
  })
  await page.getByLabel('Ordenar por:').selectOption('Preço')
  const text = 'Erro ao carregar barbearias: Erro interno do sistema. Tente novamente mais tarde.'
  await expect(page.getByText(text)).toBeVisible({ timeout: 15_000 })
  expect(tries).toBe(3)
})

test('cards stand without the free times of today', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/free-times\S* net::ERR_FAILED$/)
  await page.route('**/api/barbershops/free-times?*', away)
  await visit(page, inGoiania)
  await expect(cardsOf(page).first().getByText('Horários de hoje indisponíveis')).toBeVisible()
  await expect(
    cardsOf(page)
      .first()
      .getByRole('link', { name: /^Detalhes/ }),
  ).toBeVisible()
})

test('a search that fails finds nobody and breaks nothing', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/search\S* net::ERR_FAILED$/)
  await page.route('**/api/barbershops/search?*', away)
  await visit(page, inGoiania)
  const search = await openSearch(page)
  await search.fill('navalha')
  await expect(page.getByText('Nenhuma barbearia encontrada').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('a shop that cannot be loaded says so, and one press brings it', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/ net::ERR_FAILED$/)
  await visit(page, `${inGoiania}&sort=rating`)
  await page.route(/\/api\/barbershops\/[0-9a-f-]{36}(\?.*)?$/, away)
  await cardsOf(page)
    .nth(3)
    .getByRole('link', { name: /^Detalhes/ })
    .click()
  await expect(page.getByText('Erro ao carregar detalhes da barbearia. Tente novamente mais tarde.')).toBeVisible()
  await axeCheck(page)
  await page.unroute(/\/api\/barbershops\/[0-9a-f-]{36}(\?.*)?$/)
  await retry(page).click()
  await expect(page.getByRole('tab', { name: 'Serviços' })).toBeVisible()
})

test('reviews that cannot be loaded say so, and one press brings them', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/reviews\S* net::ERR_FAILED$/)
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await page.route('**/reviews?*', away)
  await page.getByRole('button', { name: 'Próxima', exact: true }).click()
  await expect(page.getByText('Erro ao carregar avaliações. Tente novamente mais tarde.')).toBeVisible()
  await page.unroute('**/reviews?*')
  await retry(page).click()
  await expect(page.getByText(/^Página 2 de/)).toBeVisible()
})

test('"Agendar" on a card leads to the shop when the staff cannot be asked', { tag: '@phone' }, async ({
  page,
  watch,
}) => {
  watch.expect(/barbers net::ERR_FAILED$/)
  await page.route('**/barbers', away)
  await visit(page, inGoiania)
  await cardsOf(page)
    .first()
    .getByRole('button', { name: /^Agendar/ })
    .click()
  await expect(page).toHaveURL(/\/barbershop\/[0-9a-f-]{36}$/)
})

test('times that cannot be loaded say so, and one press brings them', { tag: '@phone' }, async ({
  page,
  customer,
  watch,
}) => {
  watch.expect(/availability\S* net::ERR_FAILED$/)
  const shop = await findShowcase()
  await page.route('**/availability?*', away)
  await visit(page, shop.bookingPath)
  await expect(page.getByText('Erro ao carregar horários disponíveis. Tente novamente mais tarde.')).toBeVisible()
  await axeCheck(page)
  await page.unroute('**/availability?*')
  await retry(page).click()
  await expect(timesOf(page).first()).toBeVisible()
  expect(customer.user.role).toBe('CUSTOMER')
})

test('an answer that gets lost books once, however often one presses', { tag: '@phone' }, async ({
  page,
  customer,
  watch,
}) => {
  watch.expect(/^POST \/api\/appointments net::ERR_FAILED$/)
  const shop = await findShowcase()
  await visit(page, shop.bookingPath)
  await expect(timesOf(page).first()).toBeVisible()
  await pickDay(page, { after: 4 })
  await timesOf(page).nth(2).check()
  const made: string[] = []
  await page.route('**/api/appointments', async (route) => {
    const answer = await route.fetch()
    made.push((await answer.json()).id)
    return made.length === 1 ? route.abort('failed') : route.fulfill({ response: answer })
  })
  await confirmButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Erro ao criar agendamento' }).filter({ visible: true }),
  ).toBeVisible()
  await confirmButton(page).click()
  await expect(page.getByText('Agendamento criado com sucesso!')).toBeVisible()
  expect(made).toHaveLength(2)
  expect(made[1]).toBe(made[0])
  expect(customer.email).toBeTruthy()
})
