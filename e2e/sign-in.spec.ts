import { accountsApi } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { demoCustomer, logIn } from './steps/log-in.ts'
import { createPerson, enterAs } from './steps/people.ts'
import { findShowcase } from './steps/shops.ts'
import { visit, waitUntilAlive } from './steps/visit.ts'
import { expect, test } from './test.ts'

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Menu de ${name}` })

test('a wrong password says so without ending anything, the right one opens the session', async ({ page, watch }) => {
  watch.expect(/^POST \/api\/auth\/login 422$/)
  await visit(page, '/login')
  await expect(page).toHaveTitle(/Entrar/)
  await axeCheck(page)

  await logIn(page, { ...demoCustomer, password: 'errada' })
  await expect(page.getByRole('alert')).toHaveText('Email ou senha inválidos')
  await axeCheck(page)

  await logIn(page, demoCustomer)
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(menuOf(page, demoCustomer.name)).toBeVisible()
})

test('an empty form names what is missing, field by field', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/login')
  await logIn(page, { email: '', password: '' })
  await expect(page.getByText('Por favor, informe seu endereço de e-mail')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await logIn(page, { email: 'sem-arroba', password: '' })
  await expect(page.getByText('Por favor, informe um endereço de e-mail válido')).toBeVisible()
  await axeCheck(page)
})

test('registering asks for equal passwords and a solved captcha', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/login?mode=register')
  await page.getByLabel('Nome').fill('Pedro Prado')
  await page.getByLabel('E-mail').fill('pedro@naregua.test')
  await page.getByLabel('Senha', { exact: true }).fill('trocadilho-7')
  await page.getByLabel('Confirmar senha').fill('trocadilho-8')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await page.getByLabel('Confirmar senha').fill('trocadilho-7')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByText('Complete o captcha para continuar.')).toBeVisible()
  await axeCheck(page)
})

test('the login leads back to the page it was asked for on', async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, demoCustomer)
  await expect(page).toHaveURL(`/barbershop/${shop.id}`)
})

test('the session is there again after a reload, and the login sends those who have one away', {
  tag: '@phone',
}, async ({ page, customer }) => {
  await visit(page, '/')
  await page.reload()
  await waitUntilAlive(page)
  await expect(menuOf(page, customer.user.name)).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('the menu says who is there and logs out to the home page', async ({ page, customer }) => {
  const shop = await findShowcase()
  await visit(page, `/barbershop/${shop.id}`)
  await menuOf(page, customer.user.name).click()
  await expect(page.getByText(customer.email)).toBeVisible()
  await axeCheck(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  await page.reload()
  await waitUntilAlive(page)
  await expect(menuOf(page, customer.user.name)).toBeHidden()
  const { status } = await call(accountsApi.me, { token: customer.token })
  expect(status, 'the token is worth nothing any more').toBe(401)
})

test('a session that the server no longer knows ends, and the login leads back', { tag: '@phone' }, async ({
  page,
  world,
  watch,
}) => {
  watch.expect(/^\w+ \/api\/\S+ 401$/)
  const person = await createPerson(world, { name: 'Lia Moura', password: 'segredo-da-lia', isEmailVerified: false })
  const shop = await findShowcase()
  await enterAs(page, person)
  await visit(page, shop.bookingPath)
  await page.getByRole('radio').first().check()
  await call(accountsApi.logout, { token: person.token })
  await page.getByRole('button', { name: 'Confirmar agendamento' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(menuOf(page, person.user.name)).toBeHidden()
  await logIn(page, { email: person.email, password: 'segredo-da-lia' })
  await expect(page).toHaveURL(new RegExp(shop.bookingPath))
})

test('a way back that leads off the site is refused', { tag: '@phone' }, async ({ page }) => {
  for (const from of ['https://mal.example/', '//mal.example/', '/\\mal.example/', 'javascript:alert(1)']) {
    await visit(page, `/login?from=${encodeURIComponent(from)}&redirect=${encodeURIComponent(from)}`)
    await page.evaluate((usr) => history.replaceState({ usr, key: 'forged', idx: 0 }, ''), { from })
    await page.reload()
    await waitUntilAlive(page)
    await logIn(page, demoCustomer)
    await expect(menuOf(page, demoCustomer.name)).toBeVisible()
    await expect(page).toHaveURL('/')
    // By the button, as a person does: emptying the storage below a living page would race with its own writing.
    await menuOf(page, demoCustomer.name).click()
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  }
})
