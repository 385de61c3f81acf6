import { fileURLToPath } from 'node:url'
import { accountsApi } from '@na-regua/contract/accounts'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { logIn } from './steps/log-in.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readCode, readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, newEmail, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const password = 'navalha-azul-7'
const image = fileURLToPath(new URL('../web/public/icon-512.png', import.meta.url))

/** Opens the profile of a new user who has a password, with a section that a link opens. */
async function openProfile(page: Page, backend: Parameters<typeof createSignedInUser>[0], section = '') {
  const user = await createSignedInUser(backend, { name: 'Joana Prado', password })
  await signInAs(page, user)
  await openPage(page, `/profile${section}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Meu Perfil' })).toBeVisible()
  return user
}

const statusOf = async (token: string) => (await requestApi(accountsApi.me, { token })).status

test('name and avatar are changed and shown in the menu at once [1.7, 2.9, 2.74, 4.25, 8.24]', async ({
  page,
  backend,
}) => {
  await openProfile(page, backend)
  await expect(page.getByLabel('Nome')).toBeHidden()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Editar Perfil' }).click()
  await expect(page.getByLabel('Nome')).toBeFocused()
  await page.getByLabel('Nome').fill(' ')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Por favor, informe seu nome')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Editar Perfil' })).toBeFocused()
  await page.getByRole('button', { name: 'Editar Perfil' }).click()
  await page.getByLabel('Nome').fill('Joana Prado Lima')
  await page.getByLabel('Telefone (opcional)').fill('62999990000')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Editar Perfil' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Menu de Joana Prado Lima' })).toBeVisible()
  await expect(page.getByText('(62) 99999-0000')).toBeVisible()

  const picker = page.getByLabel('Foto de perfil', { exact: true })
  await picker.setInputFiles({ name: 'eu.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Por favor, selecione um arquivo de imagem válido.')).toBeVisible()
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1)
  await picker.setInputFiles({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: tooLarge })
  await expect(page.getByText('A imagem deve ter no máximo 5MB.')).toBeVisible()
  await picker.setInputFiles(image)
  await expect(page.getByText('Foto de perfil atualizada com sucesso!')).toBeVisible()
  await expect(page.getByRole('banner').locator('img[src$="-96.webp"]')).toBeVisible()
  await expect(page.getByRole('main').locator('img[src$="-320.webp"]')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Remover foto' }).click()
  await expect(page.getByRole('main').locator('img[src$="-320.webp"]')).toBeHidden()
  await reloadPage(page)
  await expect(page.getByText('Joana Prado Lima').first()).toBeVisible()
})

test('closed sections fit on two screens; a tap or a link opens one, and closing it loses nothing', {
  tag: '@desktop',
}, async ({ page, backend }) => {
  await openProfile(page, backend)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Redefinir Senha' })).toBeHidden()
  const { height = 0 } = (await main.boundingBox()) ?? {}
  expect(height, 'two screens of a phone').toBeLessThanOrEqual(2 * 740)
  await main.getByRole('button', { name: 'Editar Perfil' }).click()
  await page.getByLabel('Nome').fill('Joana P. Lima')
  await main.getByRole('heading', { name: 'Dados pessoais' }).click()
  await expect(page.getByLabel('Nome')).toBeHidden()
  await main.getByRole('heading', { name: 'Meus dados' }).click()
  await expect(main.getByRole('button', { name: 'Baixar meus dados' })).toBeVisible()
  await main.getByRole('heading', { name: 'Dados pessoais' }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Joana P. Lima')
  await main.getByRole('button', { name: 'Cancelar' }).click()

  await openPage(page, '/notifications')
  await openPage(page, '/profile#notificacoes')
  await expect(page.getByRole('checkbox', { name: 'Lembretes: E-mail' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Notificações' })).toBeInViewport()
  await checkAccessibility(page)
})

test('a file that only claims to be an image is refused by the server', async ({ page, backend, watch }) => {
  watch.expect(/^POST \/api\/users\/avatar 422$/)
  await openProfile(page, backend)
  const disguised = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>alert(1)</script>') }
  await page.getByLabel('Foto de perfil', { exact: true }).setInputFiles(disguised)
  await expect(page.getByText('Por favor, selecione um arquivo de imagem válido.')).toBeVisible()
  await checkAccessibility(page)
})

test('the email address is changed by a code, and the old address can undo it [2.75, 5.17, 8.24]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/users\/verify-email-change 422$/, / 401$/)
  const user = await openProfile(page, backend)
  const to = newEmail()
  await page.getByRole('button', { name: 'Alterar', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Alterar e-mail' })
  await panel.getByRole('button', { name: 'Enviar código' }).click()
  await expect(panel.getByText('Por favor, informe um novo email')).toBeVisible()
  await checkAccessibility(page)
  await panel.getByLabel('Novo e-mail').fill(to)
  await panel.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('Código de verificação enviado para o seu novo email')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Reenviar código em \d+ s$/ })).toBeDisabled()
  await panel.getByRole('button', { name: 'Verificar' }).click()
  await expect(panel.getByText('Por favor, preencha todos os campos')).toBeVisible()
  await checkAccessibility(page)
  const code = await readCode(to)
  const digits = panel.getByRole('textbox').first()
  await digits.pressSequentially(code === '000000' ? '111111' : '000000', { delay: 20 })
  await expect(panel.getByText('Código de verificação inválido')).toBeVisible()
  await expect(digits).toBeFocused()
  await digits.pressSequentially(code, { delay: 20 })
  await expect(page.getByText('Email atualizado com sucesso!')).toBeVisible()
  await expect(page.getByText(to)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Alterar', exact: true })).toBeFocused()
  expect(await statusOf(user.token), 'the previous token').toBe(401)

  const link = await readFromEmail(user.email, /\/desfazer-email#[\w-]{43}/)
  await openPage(page, link)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Desfazer a troca' }).click()
  await expect(page.getByRole('heading', { name: 'A conta é sua de novo' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Criar uma nova senha' })).toHaveAttribute('href', /mode=forgot/)
  await checkAccessibility(page)
  await openPage(page, '/desfazer-email')
  await expect(page.getByRole('heading', { name: 'Falta uma parte do link' })).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
  watch.expect(/^POST \/api\/auth\/login 422$/)
  await logIn(page, { email: user.email, password })
  await expect(page.getByText('Email ou senha inválidos')).toBeVisible()
})

test('changing the password requires the current one and signs out other devices [2.75, 5.18, 8.24]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/auth\/change-password 422$/)
  const user = await openProfile(page, backend, '#seguranca')
  await page.getByRole('button', { name: 'Redefinir Senha' }).click()
  const panel = page.getByRole('dialog', { name: 'Redefinir senha' })
  const fill = async (current: string, next: string, again = next) => {
    await panel.getByLabel('Senha atual').fill(current)
    await panel.getByLabel('Nova senha', { exact: true }).fill(next)
    await panel.getByLabel('Confirmar nova senha').fill(again)
    await panel.getByRole('button', { name: 'Salvar nova senha' }).click()
  }
  await fill('', '')
  await expect(panel.getByText('Por favor, preencha todos os campos')).toHaveCount(3)
  await checkAccessibility(page)
  await fill(password, 'tesoura-verde-9', 'tesoura-verde-8')
  await expect(panel.getByText('As senhas não coincidem')).toBeVisible()
  await fill(password, 'abc12')
  await expect(panel.getByText('A nova senha deve ter pelo menos 6 caracteres')).toBeVisible()
  await fill('errada-errada', 'tesoura-verde-9')
  await expect(panel.getByText('Senha atual incorreta.')).toBeVisible()
  await expect(panel.getByLabel('Senha atual')).toBeFocused()
  await fill(password, 'tesoura-verde-9')
  await expect(page.getByText('Senha atualizada com sucesso!')).toBeVisible()
  await expect(panel).toBeHidden()
  expect(await statusOf(user.token), 'the previous token').toBe(401)
  await reloadPage(page)
  await expect(page.getByText('Este aparelho')).toBeVisible()
  await page.getByRole('button', { name: 'Sair da Conta' }).click()
  await expect(page).toHaveURL('/')
})

test('a session on another device is listed and ended', async ({ page, backend }) => {
  const user = await openProfile(page, backend, '#seguranca')
  const { body } = await requestApi(accountsApi.login, { body: { email: user.email, password } })
  expect(await statusOf(body.token)).toBe(200)
  await reloadPage(page)
  const sessions = page.getByRole('region', { name: 'Segurança' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await sessions.getByRole('button', { name: /^Encerrar/ }).click()
  await expect(page.getByText('Sessão encerrada')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  expect(await statusOf(body.token)).toBe(401)
  await page.setViewportSize({ width: 320, height: 600 })
  await expectNoHorizontalScroll(page)
})
