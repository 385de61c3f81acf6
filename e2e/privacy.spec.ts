import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountsApi } from '@na-regua/contract/accounts'
import { favoritesApi } from '@na-regua/contract/favorites'
import { outboxApi } from '@na-regua/contract/outbox'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { logIn } from './steps/log-in.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson, enterAs, type Person } from './steps/people.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const password = 'segredo-da-nina'

/** The way back in the letter, which leaves a moment after it was asked for. */
async function readUndoPath(address: string) {
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await sleep(150)) {
    const { body } = await call(outboxApi.list)
    const letter = body.find(({ to, text }) => to === address && text.includes('desfazer-exclusao'))
    const path = /\/desfazer-exclusao#\S+/.exec(letter?.text ?? '')?.[0]
    if (path) return path
  }
  throw new Error(`no way back came to ${address}`)
}

async function askForDeletion(page: Page, person: Person) {
  await enterAs(page, person)
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir sua conta?' })
  await expect(dialog.getByText('Sua conta fecha agora, em todos os aparelhos.')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill(password)
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sua conta foi fechada')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
}

test('everything that is stored comes as a file', { tag: '@phone' }, async ({ page, world }) => {
  const person = await createPerson(world, { name: 'Nina Prates', password })
  const shop = await findShowcase()
  await call(favoritesApi.toggle, { token: person.token, body: { barbershopId: shop.id } })
  await enterAs(page, person)
  await visit(page, '/profile')
  const section = page.getByRole('region', { name: 'Meus dados' })
  await expect(section).toBeVisible()
  await expectNoSidewaysScroll(page)
  await axeCheck(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Baixar meus dados' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^meus-dados-na-regua-\d{4}-\d\d-\d\d\.json$/)
  const { data } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.conta).toMatchObject([{ name: 'Nina Prates', email: person.email }])
  expect(data.favoritos).toMatchObject([{ barbershop_id: shop.id }])
  await expect(page.getByText('Seus dados foram baixados')).toBeVisible()
})

test('leaving takes the password, and the link of the letter takes it back', async ({ page, world, watch }) => {
  watch.expect(/^POST \/api\/(users\/me\/deletion|users\/deletion\/undo) 422$/)
  const person = await createPerson(world, { name: 'Nina Prates', password })
  await enterAs(page, person)
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir sua conta?' })
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(dialog.getByText('Por favor, informe sua senha')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill('errada')
  await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(dialog.getByText('Senha atual incorreta.')).toBeVisible()
  await page.keyboard.press('Escape')

  await askForDeletion(page, person)
  expect((await call(accountsApi.me, { token: person.token })).status).toBe(401)
  const undoPath = await readUndoPath(person.email)
  await visit(page, undoPath)
  await axeCheck(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Que bom que você ficou')
  await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click()
  await logIn(page, { email: person.email, password })
  await expect(page.getByRole('button', { name: 'Menu de Nina Prates' })).toBeVisible()

  await visit(page, '/')
  await visit(page, undoPath)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('alert')).toHaveText('Este link não vale mais.')
})

test('a login during the seven days offers to stay', { tag: '@phone' }, async ({ page, world, watch }) => {
  watch.expect(/^POST \/api\/auth\/login 403$/)
  const person = await createPerson(world, { name: 'Nina Prates', password })
  await askForDeletion(page, person)
  await visit(page, '/login')
  await logIn(page, { email: person.email, password })
  await expect(page.getByText(/Esta conta será excluída em .+ Até lá você pode desistir\./)).toBeVisible()
  await axeCheck(page)
  await page.getByRole('button', { name: 'Ficar com a minha conta' }).click()
  await expect(page.getByRole('button', { name: 'Menu de Nina Prates' })).toBeVisible()
})
