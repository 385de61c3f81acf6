import { readFile } from 'node:fs/promises'
import { accountsApi } from '@na-regua/contract/accounts'
import { favoritesApi } from '@na-regua/contract/favorites'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { logIn } from './steps/log-in.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { endedSession } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const password = 'segredo-da-nina'
async function requestDeletion(page: Page, user: TestUser) {
  await signInAs(page, user)
  await openPage(page, '/profile#dados')
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir sua conta?' })
  await expect(dialog.getByText('Sua conta fecha agora, em todos os aparelhos.')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill(password)
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sua conta foi fechada')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
}

test('the stored personal data is downloaded as a file', async ({ page, backend }) => {
  const user = await createSignedInUser(backend, { name: 'Nina Prates', password })
  const shop = await findDemoBarbershop()
  await requestApi(favoritesApi.toggle, { token: user.token, body: { barbershopId: shop.id } })
  await signInAs(page, user)
  await openPage(page, '/profile#dados')
  const section = page.getByRole('region', { name: 'Meus dados' })
  await expect(section).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Baixar meus dados' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^meus-dados-na-regua-\d{4}-\d\d-\d\d\.json$/)
  const { data } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.conta).toMatchObject([{ name: 'Nina Prates', email: user.email }])
  expect(data.favoritos).toMatchObject([{ barbershop_id: shop.id }])
  await expect(page.getByText('Seus dados foram baixados')).toBeVisible()
})

test('deleting the account requires the password, and the link in the email undoes it', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/(users\/me\/deletion|users\/deletion\/undo) 422$/, endedSession)
  const user = await createSignedInUser(backend, { name: 'Nina Prates', password })
  await signInAs(page, user)
  await openPage(page, '/profile#dados')
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir sua conta?' })
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(dialog.getByText('Por favor, informe sua senha')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill('errada')
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(dialog.getByText('Senha atual incorreta.')).toBeVisible()
  await page.keyboard.press('Escape')

  await requestDeletion(page, user)
  expect((await requestApi(accountsApi.me, { token: user.token })).status).toBe(401)
  const undoLink = await readFromEmail(user.email, /\/desfazer-exclusao#\S+/)
  await openPage(page, undoLink)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Que bom que você ficou')
  await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click()
  await logIn(page, { email: user.email, password })
  await expect(page.getByRole('button', { name: 'Menu de Nina Prates' })).toBeVisible()

  await openPage(page, '/')
  await openPage(page, undoLink)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('alert')).toHaveText('Este link não vale mais.')
})

test('a login during the seven days offers to keep the account', async ({ page, backend, watch }) => {
  watch.expect(/^POST \/api\/auth\/login 403$/, endedSession)
  const user = await createSignedInUser(backend, { name: 'Nina Prates', password })
  const deleted = page.waitForResponse(/\/users\/me\/deletion$/)
  await page.route('**/users/me/calendar-feed', async (route) => {
    await deleted
    await route.continue()
  })
  await requestDeletion(page, user)
  await openPage(page, '/login')
  await logIn(page, { email: user.email, password })
  await expect(page.getByText(/Esta conta será excluída em .+ Até lá você pode desistir\./)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Nina Prates' })).toBeVisible()
})
