import { privacyApi } from '@na-regua/contract/privacy'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { pickDay, readAddress, readSelectedSlot, slotsOf, summaryOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, forgetSession, newEmail } from './steps/users.ts'
import { expect, test } from './test.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Entrar com Google' })

/** On the local Google of the demo: signs in with this account. */
async function chooseGoogleAccount(page: Page, { name, email }: { name: string; email: string }) {
  await expect(page.getByRole('heading', { name: 'Quem vai entrar?' })).toBeVisible()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('E-mail do Google').fill(email)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('signs in with Google from a selected slot and returns to the same slot [2.71, 8.4]', async ({ page }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, shop.bookingPath)
  await expect(page).toHaveURL(/\/login/)
  await expect(googleButton(page)).toBeVisible()
  await checkAccessibility(page)

  await test.step('cancels at Google and returns without an error', async () => {
    await googleButton(page).click()
    await expect(page).toHaveTitle('Google da demonstração')
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page).toHaveURL('/login')
    await expect(googleButton(page)).toBeVisible()
    await expect(page.getByText('Erro ao fazer login com Google')).toBeHidden()
  })

  const account = { name: 'Marina Duarte', email: newEmail() }
  await test.step('returns to the requested page', async () => {
    await googleButton(page).click()
    await chooseGoogleAccount(page, account)
    await expect(page.getByText('Login com Google realizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(shop.bookingPath))
    await expect(page.getByRole('button', { name: 'Menu de Marina Duarte' })).toBeVisible()
  })

  await test.step('signs out, and signs in again on the selected slot', async () => {
    await pickDay(page, { after: 1 })
    await slotsOf(page).first().check()
    const slot = await readSelectedSlot(page)
    const address = await readAddress(page)
    await forgetSession(page)
    await openPage(page, address)
    await expect(page).toHaveURL('/login?mode=register')
    await googleButton(page).click()
    await chooseGoogleAccount(page, { ...account, name: 'Outro nome' })
    await expect(page).toHaveURL(address)
    expect(await readSelectedSlot(page)).toEqual(slot)
    await expect(summaryOf(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu de Marina Duarte' })).toBeVisible()
    expect(page.url()).not.toContain('google')
  })
})

test('a favorite of an anonymous user is saved after signing in with Google [5.4]', async ({ page }) => {
  await openPage(page, '/')
  const name = await cardsOf(page).first().getByRole('heading').innerText()
  const heart = page.getByRole('main').getByRole('button', { name: `Favoritar ${name}` })
  await heart.click()
  await googleButton(page).click()
  await chooseGoogleAccount(page, { name: 'Nina Prado', email: newEmail() })
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await openPage(page, '/customer/favorites')
  await expect(page.getByRole('list', { name: 'Favoritas' }).getByRole('heading')).toHaveText([name])
})

test('an account with a password requires it once, then Google opens the same account', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/auth\/google\/session 409$/, /^POST \/api\/auth\/google\/link 422$/)
  const user = await createSignedInUser(backend, { name: 'Rosa Cabral', password: 'tesoura-afiada-7' })
  await openPage(page, '/login')
  await googleButton(page).click()
  await chooseGoogleAccount(page, { name: 'Rosa no Google', email: user.email })
  await expect(page.getByRole('heading', { name: 'Você já tem uma conta' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Senha', { exact: true }).fill('errada-errada')
  await page.getByRole('button', { name: 'Entrar e ligar ao Google' }).click()
  await expect(page.getByRole('alert')).toHaveText('Senha incorreta. Tente novamente.')
  await page.getByLabel('Senha', { exact: true }).fill('tesoura-afiada-7')
  await page.getByRole('button', { name: 'Entrar e ligar ao Google' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Rosa Cabral' })).toBeVisible()

  await forgetSession(page)
  await openPage(page, '/login')
  await googleButton(page).click()
  await chooseGoogleAccount(page, { name: 'Rosa no Google', email: user.email })
  await expect(page.getByText('Login com Google realizado com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu de Rosa Cabral' })).toBeVisible()
})

test('signing in with Google to an account that is being deleted offers to keep it', async ({ page, watch }) => {
  watch.expect(/^POST \/api\/auth\/google\/session 403$/)
  const account = { name: 'Vera Pires', email: newEmail() }
  await openPage(page, '/login')
  await googleButton(page).click()
  await chooseGoogleAccount(page, account)
  await expect(page.getByRole('button', { name: 'Menu de Vera Pires' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  await forgetSession(page)
  expect((await requestApi(privacyApi.requestDeletion, { token, body: {} })).status).toBe(200)
  await openPage(page, '/login')
  await googleButton(page).click()
  await chooseGoogleAccount(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sua conta está de saída')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await chooseGoogleAccount(page, account)
  await expect(page.getByRole('button', { name: 'Menu de Vera Pires' })).toBeVisible()
})

test('a forged key in the URL opens no session [8.4]', async ({ page }) => {
  await openPage(page, `/login#google=${'k'.repeat(43)}`)
  await expect(page.getByText('Erro ao fazer login com Google')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
