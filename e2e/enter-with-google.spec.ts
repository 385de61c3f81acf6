import { privacyApi } from '@na-regua/contract/privacy'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { pickDay, readWishedSlot, summaryOf, timesOf } from './steps/booking.ts'
import { call } from './steps/call.ts'
import { cardsOf } from './steps/discovery.ts'
import { createPerson, newAddress } from './steps/people.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Entrar com Google' })

/** On the demo's Google: types who is there. */
async function comeAs(page: Page, { name, email }: { name: string; email: string }) {
  await expect(page.getByRole('heading', { name: 'Quem vai entrar?' })).toBeVisible()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('E-mail do Google').fill(email)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('from a wished time to Google and back to the very same time', async ({ page }) => {
  const shop = await findShowcase()
  await visit(page, shop.bookingPath)
  await expect(page).toHaveURL(/\/login/)
  await expect(googleButton(page)).toBeVisible()
  await axeCheck(page)

  await test.step('changes the mind at Google, and is back without a reproach', async () => {
    await googleButton(page).click()
    await expect(page).toHaveTitle('Google da demonstração')
    await axeCheck(page)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page).toHaveURL('/login')
    await expect(googleButton(page)).toBeVisible()
    await expect(page.getByText('Erro ao fazer login com Google')).toBeHidden()
  })

  const person = { name: 'Marina Duarte', email: newAddress() }
  await test.step('comes back to the page that was wanted', async () => {
    await googleButton(page).click()
    await comeAs(page, person)
    await expect(page.getByText('Login com Google realizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(shop.bookingPath))
    await expect(page.getByRole('button', { name: 'Menu de Marina Duarte' })).toBeVisible()
  })

  await test.step('leaves, and comes in again on the time that was chosen', async () => {
    await pickDay(page, { after: 1 })
    await timesOf(page).first().check()
    const slot = readWishedSlot(page)
    const address = page.url()
    await page.evaluate(() => localStorage.clear())
    await visit(page, address)
    await expect(page).toHaveURL('/login')
    await googleButton(page).click()
    await comeAs(page, { ...person, name: 'Outro nome' })
    await expect(page).toHaveURL(address)
    expect(readWishedSlot(page)).toEqual(slot)
    await expect(summaryOf(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu de Marina Duarte' })).toBeVisible()
    expect(page.url()).not.toContain('google')
  })
})

test('a heart pressed by a visitor is carried out after the way through Google', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, '/')
  const name = await cardsOf(page).first().getByRole('heading').innerText()
  const heart = page.getByRole('main').getByRole('button', { name: `Favoritar ${name}` })
  await heart.click()
  await googleButton(page).click()
  await comeAs(page, { name: 'Nina Prado', email: newAddress() })
  await expect(page.getByText('Adicionado aos favoritos!')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await visit(page, '/customer/favorites')
  await expect(page.getByRole('list', { name: 'Favoritas' }).getByRole('heading')).toHaveText([name])
})

test('an account with a password asks for it once, then Google opens the same one', { tag: '@phone' }, async ({
  page,
  world,
  watch,
}) => {
  watch.expect(/^POST \/api\/auth\/google\/session 409$/, /^POST \/api\/auth\/google\/link 422$/)
  const person = await createPerson(world, { name: 'Rosa Cabral', password: 'tesoura-afiada-7' })
  await visit(page, '/login')
  await googleButton(page).click()
  await comeAs(page, { name: 'Rosa no Google', email: person.email })
  await expect(page.getByRole('heading', { name: 'Você já tem uma conta' })).toBeVisible()
  await axeCheck(page)
  await page.getByLabel('Senha', { exact: true }).fill('errada-errada')
  await page.getByRole('button', { name: 'Entrar e ligar ao Google' }).click()
  await expect(page.getByRole('alert')).toHaveText('Senha incorreta. Tente novamente.')
  await page.getByLabel('Senha', { exact: true }).fill('tesoura-afiada-7')
  await page.getByRole('button', { name: 'Entrar e ligar ao Google' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Rosa Cabral' })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await visit(page, '/login')
  await googleButton(page).click()
  await comeAs(page, { name: 'Rosa no Google', email: person.email })
  await expect(page.getByText('Login com Google realizado com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu de Rosa Cabral' })).toBeVisible()
})

test('whoever comes by Google to an account that is leaving may stay', { tag: '@phone' }, async ({ page, watch }) => {
  watch.expect(/^POST \/api\/auth\/google\/session 403$/)
  const person = { name: 'Vera Pires', email: newAddress() }
  await visit(page, '/login')
  await googleButton(page).click()
  await comeAs(page, person)
  await expect(page.getByRole('button', { name: 'Menu de Vera Pires' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  // Where no page of ours still asks for something with the session that ends.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  expect((await call(privacyApi.requestDeletion, { token, body: {} })).status).toBe(200)
  await visit(page, '/login')
  await googleButton(page).click()
  await comeAs(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sua conta está de saída')
  await axeCheck(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await comeAs(page, person)
  await expect(page.getByRole('button', { name: 'Menu de Vera Pires' })).toBeVisible()
})

test('what somebody else wrote into the address opens nothing', { tag: '@phone' }, async ({ page }) => {
  await visit(page, `/login#google=${'k'.repeat(43)}`)
  await expect(page.getByText('Erro ao fazer login com Google')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
