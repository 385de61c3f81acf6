import { accountsApi } from '@na-regua/contract/accounts'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { createPerson } from './steps/people.ts'
import { readCode } from './steps/read-code.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test('a forgotten password is replaced by mail, and one goes on where one was', async ({ page, world, watch }) => {
  watch.expect(/^POST \/api\/auth\/reset-password 422$/)
  const person = await createPerson(world, { name: 'Zeca Esquecido', password: 'a-velha-senha-7' })
  const shop = await findShowcase()
  const password = 'uma-nova-senha-8'

  await visit(page, shop.bookingPath)
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible()
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('Por favor, informe seu endereço de e-mail')).toBeVisible()
  await axeCheck(page)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Enviar código' }).click()

  const code = await readCode(person.email)
  const wrong = code === '000000' ? '000001' : '000000'
  const firstDigit = page.getByRole('textbox', { name: 'Código de 6 dígitos' })
  await firstDigit.click()
  await page.keyboard.type(wrong)
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirmar nova senha').fill('outra-coisa-9')
  await page.getByRole('button', { name: 'Criar nova senha' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await axeCheck(page)
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

  // The session that was open elsewhere, and the old password, are worth nothing any more.
  expect((await call(accountsApi.me, { token: person.token })).status).toBe(401)
  const old = await call(accountsApi.login, { body: { email: person.email, password: 'a-velha-senha-7' } })
  expect(old.status).toBe(422)
})
