import type { Page } from '@playwright/test'
import { seat } from './app/agendas.ts'
import { openShopsWithPlan } from './app/owners.ts'
import { axeCheck } from './steps/accessibility.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson, enterAs, newAddress } from './steps/people.ts'
import { readLetter } from './steps/read-code.ts'
import { visit } from './steps/visit.ts'
import { watchContext } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const team = '/admin?aba=barbeiros'

async function openTeam(page: Page) {
  await visit(page, team)
  await expect(page.getByRole('tab', { name: 'Gerenciar Barbeiros' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Barbeiros', exact: true })).toBeVisible()
}

async function invite(page: Page, shop: string, email: string) {
  await page.getByRole('button', { name: 'Novo Barbeiro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Novo Barbeiro' })
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Preencha todos os campos')
  await dialog.getByLabel('Barbearia').selectOption(shop)
  await dialog.getByLabel('E-mail do barbeiro').fill(email)
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(dialog).toBeHidden()
  const pending = page.getByRole('region', { name: 'Convites pendentes' }).getByRole('listitem')
  await expect(pending).toContainText(email)
}

test('a barber is invited, registers through the link and sees the agenda', async ({ page, browser, world, watch }) => {
  const { owner, first } = await openShopsWithPlan(world, 'professional')
  await enterAs(page, owner)
  await openTeam(page)
  const email = newAddress()
  await invite(page, first.name, email)
  await expectNoSidewaysScroll(page)
  await axeCheck(page)

  const baseURL = new URL(page.url()).origin
  const guest = await browser.newContext({ ...test.info().project.use, baseURL })
  const { problems } = watchContext(guest, baseURL)
  const other = await guest.newPage()
  await other.goto(await readLetter(email, /\/convite#[\w-]{43}/))
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Uma cadeira em ${first.name}`)
  await axeCheck(other)
  await expectNoSidewaysScroll(other)
  await other.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await expect(other.getByText('Por favor, informe seu nome')).toBeVisible()
  await other.getByLabel('Nome').fill('Nina Navalha')
  await other.getByLabel('Senha', { exact: true }).fill('navalha-azul-7')
  await other.getByLabel('Confirmar senha').fill('navalha-azul-7')
  await other.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('A cadeira é sua')
  await other.getByRole('link', { name: 'Ver minha agenda' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await guest.close()
  expect(problems).toEqual([])

  // The owner's page heard of it by itself.
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Nina Navalha' }) })
  await expect(card).toContainText(first.name)
  await expect(page.getByRole('region', { name: 'Convites pendentes' })).toBeHidden()
  expect(watch.problems).toEqual([])
})

test('a barber is described, and removed after what is ahead was called off', async ({
  page,
  world,
  customer,
  watch,
}) => {
  watch.expect(/^DELETE \/api\/barbers\/[\w-]+ 409$/)
  const { owner, barber, first } = await openShopsWithPlan(world, 'professional')
  await seat(world, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 30 })
  await enterAs(page, owner)
  await openTeam(page)
  const card = page
    .getByRole('listitem')
    .filter({ hasText: 'Barbearia do Largo' })
    .filter({ hasText: barber.user.name })
  await expect(card).toContainText('1 horário marcado')

  await card.getByRole('button', { name: 'Especialidades: ' }).click()
  const specialties = page.getByRole('dialog', { name: /^Especialidades de/ })
  await specialties.getByLabel('Procurar especialidade').fill('DEGRADE')
  await specialties.getByRole('button', { name: 'Degradê', exact: true }).click()
  await axeCheck(page)
  await specialties.getByRole('button', { name: 'Salvar' }).click()
  await expect(card.getByRole('list', { name: /^Especialidades de/ })).toHaveText('Degradê')

  await card.getByRole('button', { name: 'Bio: ' }).click()
  const bio = page.getByRole('dialog', { name: /^Bio de/ })
  await bio.getByLabel('Bio').fill('Navalha quente e conversa boa.')
  await expect(bio.getByText('30/500')).toBeVisible()
  await bio.getByRole('button', { name: 'Salvar' }).click()
  await expect(card).toContainText('Navalha quente e conversa boa.')

  await card.getByRole('button', { name: 'Remover: ' }).click()
  const removal = page.getByRole('dialog', { name: /^Remover/ })
  await removal.getByRole('button', { name: 'Remover', exact: true }).click()
  await expect(removal.getByText('Há 1 agendamento à frente.')).toBeVisible()
  await expect(removal.getByText(customer.user.name).first()).toBeVisible()
  await axeCheck(page)
  await removal.getByRole('button', { name: 'Cancelar todos e remover' }).click()
  await expect(removal).toBeHidden()
  await expect(card).toBeHidden()

  await enterAs(page, customer)
  await visit(page, '/customer/appointments')
  await expect(page.getByRole('article').filter({ hasText: first.name })).toContainText('Cancelado')
})

test('who has an account logs in on the way and takes the chair', { tag: '@phone' }, async ({ page, world, watch }) => {
  // The link once it is spent.
  watch.expect(/^POST \/api\/invites\/view 422$/)
  const { owner, second } = await openShopsWithPlan(world, 'professional')
  const password = 'navalha-azul-7'
  const known = await createPerson(world, { name: 'Rui Tesoura', password })
  await enterAs(page, owner)
  await openTeam(page)
  await invite(page, second.name, known.email)
  const link = await readLetter(known.email, /\/convite#[\w-]{43}/)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sair e continuar com o convite' }).click()
  await page.getByRole('link', { name: 'Entrar para aceitar' }).click()
  await page.getByLabel('E-mail').fill(known.email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Aceitar convite' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A cadeira é sua')
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('Este convite já foi aceito.')).toBeVisible()
})
