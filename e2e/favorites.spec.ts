import { favoritesApi } from '@na-regua/contract/favorites'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { logIn } from './steps/log-in.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`
const heartOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: `Favoritar ${name}` })
const favoritesOf = (page: Page) => page.getByRole('list', { name: 'Favoritas' }).getByRole('article')
const firstName = async (page: Page) => cardsOf(page).first().getByRole('heading').innerText()

test('a favorite of an anonymous user is saved after the login [2.8, 2.47]', async ({ page, backend }) => {
  const user = await createSignedInUser(backend, { name: 'Lia Moura', password: 'segredo-da-lia' })
  await openPage(page, inGoiania)
  const name = await firstName(page)
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'false')
  await heartOf(page, name).click()
  await expect(page.getByText('Você precisa estar logado para favoritar uma barbearia')).toBeVisible()
  await holdTimers(page)
  await logIn(page, { email: user.email, password: 'segredo-da-lia' })
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await expect(page).toHaveURL(inGoiania)
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true')
  const { body } = await requestApi(favoritesApi.ids, { token: user.token })
  expect(body.ids).toHaveLength(1)

  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Favoritos' }).click()
  await expect(page).toHaveURL('/customer/favorites')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minhas Barbearias Favoritas')
  // Gone with the navigation, not after the seconds that a toast stays.
  await expect(page.getByRole('status', { name: 'Avisos' })).toHaveText('')
  await expect(favoritesOf(page)).toHaveCount(1)
  await expect(favoritesOf(page).getByRole('heading')).toHaveText(name)
  await page.getByRole('button', { name: 'Menu de Lia Moura' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Favoritos' })).toHaveAttribute(
    'href',
    '/customer/favorites',
  )
})

test('favorites are listed newest first, link to the booking, and are removed by their heart [1.1, 2.103, 4.9, 8.10]', {
  tag: '@desktop',
}, async ({ page, customer }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, inGoiania)
  const near = await cardsOf(page).getByRole('heading').allTextContents()
  const other = near.find((name) => name !== shop.name) ?? ''
  await heartOf(page, other).click()
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await openPage(page, `/barbershop/${shop.id}`)
  await holdTimers(page)
  await heartOf(page, shop.name).click()
  await expect(heartOf(page, shop.name)).toHaveAttribute('aria-pressed', 'true')
  const toast = page.getByText('Adicionado aos favoritos!')
  await expect(toast).toBeVisible()
  if (isPhone(page)) {
    const box = await toast.boundingBox()
    expect(box && box.y + box.height, 'above the main actions').toBeLessThan(240)
    // While the toast is shown.
    await page.getByRole('link', { name: 'Agendar Agora' }).tap()
    await expect(page).toHaveURL(/\/booking\//)
  }

  await openPage(page, '/customer/favorites')
  await expect(favoritesOf(page).getByRole('heading')).toHaveText([shop.name, other])
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  if (!isPhone(page)) {
    await page.getByRole('button', { name: 'Ver em lista' }).click()
    await expect(page.getByRole('button', { name: 'Ver em lista' })).toHaveAttribute('aria-pressed', 'true')
    await checkAccessibility(page)
  }

  await holdTimers(page)
  await heartOf(page, other).click()
  await expect(page.getByText('Removido dos favoritos!')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Avisos' }).getByRole('button', { name: 'Fechar aviso' })).toHaveCount(
    1,
  )
  await expect(favoritesOf(page).getByRole('heading')).toHaveText([shop.name])
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(favoritesOf(page)).toHaveCount(2)
  await expect
    .poll(async () => (await requestApi(favoritesApi.ids, { token: customer.token })).body.ids)
    .toHaveLength(2)

  await page.getByRole('link', { name: `Agendar em ${shop.name}` }).click()
  await expect(page).toHaveURL(new RegExp(`/barbershop/${shop.id}/booking/`))
})

testAsCustomer('without favorites the page links to the search', async ({ page }) => {
  await openPage(page, '/customer/favorites')
  await expect(page.getByRole('heading', { name: 'Nenhuma favorita ainda' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('main').getByRole('link', { name: 'Encontrar barbearias' }).click()
  await expect(page).toHaveURL('/')
})

testAsCustomer(
  'a refused favorite is reverted, and a network failure is not retried [2.51, 8.10]',
  async ({ page, watch }) => {
    watch.expect(/^(POST|GET) \/api\/favorites\S* (net::ERR_FAILED|503)$/, /stores nothing for offline use/)
    // Without a store for the day without network, from which the list would be shown.
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    const shop = await findDemoBarbershop()
    await openPage(page, `/barbershop/${shop.id}`)
    await page.route('**/api/favorites/toggle', (route) =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'O sistema está indisponível no momento.' } }),
    )
    await heartOf(page, shop.name).click()
    await expect(page.getByText('Erro ao atualizar favoritos')).toBeVisible()
    await expect(heartOf(page, shop.name)).toHaveAttribute('aria-pressed', 'false')

    let requests = 0
    await page.route('**/api/favorites?*', (route) => {
      requests += 1
      return route.abort('failed')
    })
    await openPage(page, '/customer/favorites')
    await expect(page.getByRole('alert')).toContainText('a API não está permitindo requisições do navegador')
    expect(requests).toBe(1)
    await page.unroute('**/api/favorites?*')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('heading', { name: 'Nenhuma favorita ainda' })).toBeVisible()
  },
)

test('an anonymous user is sent to the login and back [2.8]', async ({ page, backend }) => {
  const user = await createSignedInUser(backend, { password: 'segredo-do-caio' })
  await openPage(page, '/customer/favorites')
  await expect(page).toHaveURL('/login')
  await logIn(page, { email: user.email, password: 'segredo-do-caio' })
  await expect(page).toHaveURL('/customer/favorites')
})
