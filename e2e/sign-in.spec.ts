import { accountsApi } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { pickDay, slotsOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { demoCustomer, logIn } from './steps/log-in.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Menu de ${name}` })

test('a wrong password shows an error, the right one opens the session [8.2]', async ({ page, watch }) => {
  watch.expect(/^POST \/api\/auth\/login 422$/)
  await openPage(page, '/login')
  await expect(page).toHaveTitle(/Entrar/)
  await checkAccessibility(page)

  await logIn(page, { ...demoCustomer, password: 'errada' })
  await expect(page.getByRole('alert')).toHaveText('Email ou senha inválidos')
  await checkAccessibility(page)

  await logIn(page, demoCustomer)
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(menuOf(page, demoCustomer.name)).toBeVisible()
})

test('an empty form shows an error for each missing field', async ({ page }) => {
  await openPage(page, '/login')
  await logIn(page, { email: '', password: '' })
  await expect(page.getByText('Por favor, informe seu endereço de e-mail')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await logIn(page, { email: 'sem-arroba', password: '' })
  await expect(page.getByText('Por favor, informe um endereço de e-mail válido')).toBeVisible()
  await checkAccessibility(page)
})

test('registering requires equal passwords and a solved captcha [2.71, 2.72, 4.16, 5.6]', async ({ page }) => {
  await openPage(page, '/login?mode=register')
  await page.getByLabel('Nome').fill('Pedro Prado')
  await page.getByLabel('E-mail').fill('pedro@naregua.test')
  await page.getByLabel('Senha', { exact: true }).fill('trocadilho-7')
  await page.getByLabel('Confirmar senha').fill('trocadilho-8')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await page.getByLabel('Confirmar senha').fill('trocadilho-7')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByText('Complete o captcha para continuar.')).toBeVisible()
  await checkAccessibility(page)
})

test('the login leads back to the page where it was opened [2.21, 2.73]', async ({ page }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, demoCustomer)
  await expect(page).toHaveURL(`/barbershop/${shop.id}`)
})

test('the session survives a reload, and the login page redirects signed-in users [2.2]', async ({
  page,
  customer,
}) => {
  await openPage(page, '/')
  await reloadPage(page)
  await expect(menuOf(page, customer.user.name)).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('the menu shows the user and logs out to the home page [2.22, 2.24]', async ({ page, customer }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  await menuOf(page, customer.user.name).click()
  await expect(page.getByText(customer.email)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  await reloadPage(page)
  await expect(menuOf(page, customer.user.name)).toBeHidden()
  const { status } = await requestApi(accountsApi.me, { token: customer.token })
  expect(status, 'the token is no longer valid').toBe(401)
})

test('a session that the server no longer knows ends, and the login leads back [2.68, 4.1, 7.32]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^\w+ \/api\/\S+ 401$/)
  const user = await createSignedInUser(backend, { name: 'Lia Moura', password: 'segredo-da-lia' })
  const shop = await findDemoBarbershop()
  await signInAs(page, user)
  await openPage(page, shop.bookingPath)
  // Not today, whose only slot may begin in a second.
  await pickDay(page, { after: 1 })
  await slotsOf(page).first().check()
  // The session ends while the tap is under way: any earlier, and another request of the page could show the login.
  await page.route('**/api/appointments', async (route) => {
    await requestApi(accountsApi.logout, { token: user.token })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Confirmar agendamento' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(menuOf(page, user.user.name)).toBeHidden()
  await logIn(page, { email: user.email, password: 'segredo-da-lia' })
  await expect(page).toHaveURL(new RegExp(shop.bookingPath))
})

test('a session that ended leads to the login from public pages, too, in every tab', async ({
  context,
  page,
  backend,
  watch,
}) => {
  watch.expect(/^\w+ \/api\/\S+ 401$/)
  // The position that the home page detects changes its URL while the login is on its way.
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -16.68, longitude: -49.25 })
  const shop = await findDemoBarbershop()
  const user = await createSignedInUser(backend)
  await signInAs(page, user)
  const tabs = [page, await context.newPage(), await context.newPage()]
  const urls = ['/', `/barbershop/${shop.id}?date=2030-03-12#avaliacoes`, '/faq']
  for (const [index, tab] of tabs.entries()) {
    await openPage(tab, String(urls[index]))
    await expect(menuOf(tab, user.user.name)).toBeVisible()
  }
  await backend.db.deleteFrom('sessions').where('user_id', '=', user.user.id).execute()
  // No event reports it: the request of a page that is opened now is rejected, unless one of theirs was before.
  const opened = await context.newPage()
  await opened.goto('/sobre')
  for (const tab of tabs) await expect(tab).toHaveURL('/login')
  const [home, ...others] = await Promise.all(tabs.map((tab) => tab.evaluate(() => history.state.usr.from)))
  expect(others).toEqual(urls.slice(1))
  // With the detected position, or before it was.
  expect(home).toMatch(/^\/(\?|$)/)
})

/** Every form of such a URL is a case of the rule (web/src/features/accounts/rules.test.ts). */
test('a return URL to another site is refused', async ({ page }) => {
  const from = '//mal.example/'
  await openPage(page, `/login?from=${encodeURIComponent(from)}&redirect=${encodeURIComponent(from)}`)
  await page.evaluate((usr) => history.replaceState({ usr, key: 'forged', idx: 0 }, ''), { from })
  await reloadPage(page)
  await logIn(page, demoCustomer)
  await expect(menuOf(page, demoCustomer.name)).toBeVisible()
  await expect(page).toHaveURL('/')
})
