import { accountsApi } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { readCode, readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { endedSession } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

/** First with another confirmation, which the form refuses. */
async function submitNewPassword(page: Page, password: string) {
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar nova senha').fill('outra-coisa-9')
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Confirmar nova senha').fill(password)
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
}

test('a forgotten password is reset by email, and the user continues where they were', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/auth\/reset-password 422$/)
  const user = await createSignedInUser(backend, { name: 'Zeca Esquecido', password: 'a-velha-senha-7' })
  const shop = await findDemoBarbershop()
  const password = 'uma-nova-senha-8'

  await openPage(page, shop.bookingPath)
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('navigation', { name: 'Entrar ou cadastrar' }).getByRole('link', { name: 'Entrar' }).click()
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible()
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('Por favor, informe seu endereço de e-mail')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByRole('button', { name: 'Enviar código' }).click()

  const code = await readCode(user.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const firstDigit = page.getByRole('textbox', { name: 'Código de 6 dígitos' })
  await firstDigit.click()
  await page.keyboard.type(wrong)
  await submitNewPassword(page, password)
  await expect(page.getByText('Código inválido ou vencido. Confira o e-mail ou peça outro código.')).toBeVisible()

  await firstDigit.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
  await expect(page.getByText('Senha atualizada com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(shop.bookingPath))
  await expect(page.getByRole('button', { name: 'Menu de Zeca Esquecido' })).toBeVisible()

  // The session on another device and the old password are no longer valid.
  expect((await requestApi(accountsApi.me, { token: user.token })).status).toBe(401)
  const old = await requestApi(accountsApi.login, { body: { email: user.email, password: 'a-velha-senha-7' } })
  expect(old.status).toBe(422)
})

test('the link of the email sets a new password without a code, once, also in a browser with a session', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/auth\/reset-password\/link 422$/, endedSession)
  const user = await createSignedInUser(backend, { name: 'Zica do Link', password: 'a-velha-senha-7' })
  const password = 'uma-nova-senha-8'
  await requestApi(accountsApi.forgotPassword, { body: { email: user.email } })
  const path = await readFromEmail(user.email, /\/login\?mode=reset#[\w-]{43}/)

  await openPage(page, '/login?mode=reset#incompleto')
  await expect(page.getByText('Abra o link inteiro, como está no e-mail que você recebeu.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pedir outro e-mail' })).toBeVisible()
  await checkAccessibility(page)

  await signInAs(page, user)
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible()
  await submitNewPassword(page, password)
  await expect(page.getByText('Senha atualizada com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu de Zica do Link' })).toBeVisible()
  expect((await requestApi(accountsApi.me, { token: user.token })).status).toBe(401)

  await openPage(page, path)
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar nova senha').fill(password)
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
  await expect(page.getByText('Este link não vale mais.')).toBeVisible()
})
