import { accountsApi } from '@na-regua/contract/accounts'
import { checkAccessibility } from './steps/accessibility.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { readCode } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser } from './steps/users.ts'
import { expect, test } from './test.ts'

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
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar nova senha').fill('outra-coisa-9')
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Confirmar nova senha').fill(password)
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
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
