import { favoritesApi } from '@na-regua/contract/favorites'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { cardsOf } from './steps/discovery.ts'
import { logIn } from './steps/log-in.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson } from './steps/people.ts'
import { isPhone } from './steps/screen.ts'
import { findShowcase, setorBueno } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`
const heartOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: `Favoritar ${name}` })
const favouritesOf = (page: Page) => page.getByRole('list', { name: 'Favoritas' }).getByRole('article')
const firstName = async (page: Page) => cardsOf(page).first().getByRole('heading').innerText()

test('a visitor’s heart asks to log in and is carried out: the shop is among the favourites', async ({
  page,
  world,
}) => {
  const person = await createPerson(world, { name: 'Lia Moura', password: 'segredo-da-lia' })
  await visit(page, inGoiania)
  const name = await firstName(page)
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'false')
  await heartOf(page, name).click()
  await expect(page.getByText('Você precisa estar logado para favoritar uma barbearia')).toBeVisible()
  await logIn(page, { email: person.email, password: 'segredo-da-lia' })
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await expect(page).toHaveURL(inGoiania)
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true')
  const { body } = await call(favoritesApi.ids, { token: person.token })
  expect(body.ids).toHaveLength(1)

  await page.getByRole('button', { name: 'Menu de Lia Moura' }).click()
  await page.getByRole('link', { name: 'Favoritos' }).click()
  await expect(page).toHaveURL('/customer/favorites')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minhas Barbearias Favoritas')
  await expect(favouritesOf(page)).toHaveCount(1)
  await expect(favouritesOf(page).getByRole('heading')).toHaveText(name)
})

test('favourites stand newest first, lead to the shop and the booking, and go by their heart', async ({
  page,
  customer,
}) => {
  const shop = await findShowcase()
  await visit(page, inGoiania)
  const near = await cardsOf(page).getByRole('heading').allInnerTexts()
  const other = near.find((name) => name !== shop.name) ?? ''
  await heartOf(page, other).click()
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await visit(page, `/barbershop/${shop.id}`)
  await heartOf(page, shop.name).click()
  await expect(heartOf(page, shop.name)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()

  await visit(page, '/customer/favorites')
  await expect(favouritesOf(page).getByRole('heading')).toHaveText([shop.name, other])
  await expectNoSidewaysScroll(page)
  await axeCheck(page)
  if (!isPhone(page)) {
    await page.getByRole('button', { name: 'Ver em lista' }).click()
    await expect(page.getByRole('button', { name: 'Ver em lista' })).toHaveAttribute('aria-pressed', 'true')
    await axeCheck(page)
  }

  await heartOf(page, other).click()
  await expect(page.getByText('Removido dos favoritos!')).toBeVisible()
  await expect(favouritesOf(page).getByRole('heading')).toHaveText([shop.name])
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(favouritesOf(page)).toHaveCount(2)
  await expect.poll(async () => (await call(favoritesApi.ids, { token: customer.token })).body.ids).toHaveLength(2)

  await page.getByRole('button', { name: `Agendar em ${shop.name}` }).click()
  await expect(page).toHaveURL(new RegExp(`/barbershop/${shop.id}/booking/`))
})

test('without favourites the page says how to get some', { tag: '@phone' }, async ({ page, customer }) => {
  expect(customer.token).toBeTruthy()
  await visit(page, '/customer/favorites')
  await expect(page.getByRole('heading', { name: 'Nenhuma favorita ainda' })).toBeVisible()
  await axeCheck(page)
  await page.getByRole('main').getByRole('link', { name: 'Encontrar barbearias' }).click()
  await expect(page).toHaveURL('/')
})

test('a refused heart goes back, and a lost network is told once', { tag: '@phone' }, async ({
  page,
  customer,
  watch,
}) => {
  expect(customer.token).toBeTruthy()
  watch.expect(/^(POST|GET) \/api\/favorites\S* (net::ERR_FAILED|503)$/)
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await page.route('**/api/favorites/toggle', (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'O sistema está indisponível no momento.' } }),
  )
  await heartOf(page, shop.name).click()
  await expect(page.getByText('Erro ao atualizar favoritos')).toBeVisible()
  await expect(heartOf(page, shop.name)).toHaveAttribute('aria-pressed', 'false')

  let asked = 0
  await page.route('**/api/favorites?*', (route) => {
    asked += 1
    return route.abort('failed')
  })
  await visit(page, '/customer/favorites')
  await expect(page.getByRole('alert')).toContainText('a API não está permitindo requisições do navegador')
  expect(asked).toBe(1)
  await page.unroute('**/api/favorites?*')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma favorita ainda' })).toBeVisible()
})

test('a visitor is led to the login and back', { tag: '@phone' }, async ({ page, world }) => {
  const person = await createPerson(world, { password: 'segredo-do-caio' })
  await visit(page, '/customer/favorites')
  await expect(page).toHaveURL('/login')
  await logIn(page, { email: person.email, password: 'segredo-do-caio' })
  await expect(page).toHaveURL('/customer/favorites')
})
