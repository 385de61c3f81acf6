import type { Page } from '@playwright/test'
import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { openPhoneBooking } from './steps/phone-booking.ts'
import { readFromEmail } from './steps/read-email.ts'
import { createSignedInUser, newEmail, signInAs } from './steps/users.ts'
import { watchContext } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const staffPath = '/admin?aba=barbeiros'

async function openStaff(page: Page) {
  await openPage(page, staffPath)
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
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(dialog).toBeHidden()
  const pending = page.getByRole('region', { name: 'Convites pendentes' }).getByRole('listitem')
  await expect(pending).toContainText(email)
}

test('a barber is invited, registers through the link and sees the agenda [1.5, 2.94, 5.13]', async ({
  page,
  browser,
  backend,
  watch,
}) => {
  const { owner, first } = await openBarbershopsWithPlan(backend, 'professional')
  await signInAs(page, owner)
  await openStaff(page)
  const email = newEmail()
  await invite(page, first.name, email)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  const baseURL = new URL(page.url()).origin
  const guestContext = await browser.newContext({ ...test.info().project.use, baseURL })
  const { problems } = watchContext(guestContext, baseURL)
  const guest = await guestContext.newPage()
  await openPage(guest, await readFromEmail(email, /\/convite#[\w-]{43}/))
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Uma cadeira em ${first.name}`)
  await checkAccessibility(guest)
  await expectNoHorizontalScroll(guest)
  await guest.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await expect(guest.getByText('Por favor, informe seu nome')).toBeVisible()
  await guest.getByLabel('Nome').fill('Nina Navalha')
  await guest.getByLabel('Senha', { exact: true }).fill('navalha-azul-7')
  await guest.getByLabel('Confirmar senha').fill('navalha-azul-7')
  await guest.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('A cadeira é sua')
  await guest.getByRole('link', { name: 'Ver minha agenda' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await guestContext.close()
  expect(problems).toEqual([])

  // The owner's page is updated by its event stream.
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Nina Navalha' }) })
  await expect(card).toContainText(first.name)
  await expect(page.getByRole('region', { name: 'Convites pendentes' })).toBeHidden()
  expect(watch.problems).toEqual([])
})

test('a barber’s profile is edited, and a barber is removed after cancelling the upcoming appointments [2.89, 2.94, 5.2, 5.14]', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  watch.expect(/^(DELETE \/api\/barbers\/[\w-]+|POST \S+\/displacements) 409$/)
  const { owner, barber, first } = await openBarbershopsWithPlan(backend, 'professional')
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 30 })
  await signInAs(page, owner)
  await openStaff(page)
  const card = page
    .getByRole('list', { name: 'Barbeiros', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Barbearia do Largo' })
    .filter({ hasText: barber.user.name })
  await expect(card).toContainText('1 horário marcado')

  await card.getByRole('button', { name: /^Mais de/ }).click()
  await card.getByRole('button', { name: 'Especialidades: ' }).click()
  const specialties = page.getByRole('dialog', { name: /^Especialidades de/ })
  await specialties.getByLabel('Procurar especialidade').fill('DEGRADE')
  await specialties.getByRole('button', { name: 'Degradê', exact: true }).click()
  await checkAccessibility(page)
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
  const plan = page.getByRole('dialog', { name: 'Há 1 agendamento marcado' })
  await expect(plan.getByText(customer.user.name).first()).toBeVisible()
  await checkAccessibility(page)
  await plan.getByLabel('O que fazer com todos').selectOption({ label: 'Cancelar e avisar' })
  await plan.getByRole('button', { name: 'Remover e avisar' }).click()
  await expect(plan).toBeHidden()
  await expect(card).toBeHidden()

  await signInAs(page, customer)
  await openPage(page, '/customer/appointments')
  const row = page.getByRole('region', { name: 'Histórico' }).getByRole('article')
  await expect(row).toContainText('Cancelado')
  await row.getByRole('button', { name: /^Corte na régua/ }).click()
  await expect(row).toContainText(first.name)
})

test('a user with an account logs in and accepts the invite', async ({ page, backend, watch }) => {
  // The link after it was used.
  watch.expect(/^POST \/api\/invites\/view 422$/)
  const { owner, second } = await openBarbershopsWithPlan(backend, 'professional')
  const password = 'navalha-azul-7'
  const invited = await createSignedInUser(backend, { name: 'Rui Tesoura', password })
  await signInAs(page, owner)
  await openStaff(page)
  await invite(page, second.name, invited.email)
  const link = await readFromEmail(invited.email, /\/convite#[\w-]{43}/)
  await openPage(page, link)
  await page.getByRole('button', { name: 'Sair e continuar com o convite' }).click()
  await page.getByRole('link', { name: 'Entrar para aceitar' }).click()
  await page.getByLabel('E-mail').fill(invited.email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Aceitar convite' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A cadeira é sua')
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('Este convite já foi aceito.')).toBeVisible()
})

/** The owner creates a link for a receptionist, which waits among the invites. */
async function createReceptionLink(page: Page) {
  await page.getByRole('button', { name: 'Convidar recepção' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar para a recepção' })
  await dialog.getByRole('button', { name: 'Por link' }).click()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Criar link' }).click()
  const link = await dialog.getByLabel(/^Link para recepcionista/).inputValue()
  await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await expect(page.getByRole('region', { name: 'Convites pendentes' })).toContainText('Link para recepcionista')
  return link
}

async function registerAsReceptionist(guest: Page, { link, shop }: { link: string; shop: string }) {
  await openPage(guest, link)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Recepcionista em ${shop}`)
  await checkAccessibility(guest)
  await expectNoHorizontalScroll(guest)
  await guest.getByLabel('E-mail').fill(newEmail())
  await guest.getByLabel('Nome').fill('Rosa Recepção')
  await guest.getByLabel('Senha', { exact: true }).fill('navalha-azul-7')
  await guest.getByLabel('Confirmar senha').fill('navalha-azul-7')
  await guest.getByRole('button', { name: 'Criar conta e aceitar' }).click()
  await guest.getByRole('link', { name: 'Ver a agenda do dia' }).click()
}

/** A receptionist sees who comes, but neither what they spent nor the owner's pages. */
async function expectNoMoney(guest: Page) {
  await openPage(guest, '/clientes')
  await guest.getByRole('button', { name: /Beto Liga/ }).click()
  const profile = guest.getByRole('dialog', { name: /Beto Liga/ })
  await expect(profile.getByText('Visitas', { exact: true })).toBeVisible()
  await expect(profile.getByText('Gastou')).toBeHidden()
  await openPage(guest, '/clientes')
  await expect(guest.getByRole('button', { name: 'Exportar (CSV)' })).toBeHidden()
  const navigation = guest.getByRole('navigation', { name: 'Principal' })
  await expect(navigation.getByRole('link')).toHaveText(['Explorar', 'Hoje', 'Clientes', 'Perfil'])
  await guest.goto('/admin')
  await expect(guest).toHaveURL('/')
}

test('a receptionist joins by a link, books for a caller, sees no money and is removed', async ({
  page,
  browser,
  backend,
  watch,
}) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, {
    tier: 'professional',
    provider: 'free',
  })
  await signInAs(page, owner)
  await openStaff(page)
  const link = await createReceptionLink(page)

  const context = await browser.newContext({ ...test.info().project.use, baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await registerAsReceptionist(guest, { link, shop: shop.name })
  const booking = await openPhoneBooking(guest, { phone: '62955554444', name: 'Beto Liga' })
  await booking.getByRole('group', { name: 'Horários livres' }).getByRole('button').nth(7).click()
  await booking.getByRole('button', { name: /^Marcar às/ }).click()
  await expect(guest.getByRole('dialog', { name: 'Horário marcado' })).toContainText('Beto Liga')
  await expectNoMoney(guest)

  // The owner's page learns of the new receptionist, and the page of the receptionist of the removal.
  await openPage(guest, '/admin/appointments?ver=dia')
  const holder = page.getByRole('region', { name: 'Recepção e gerência' }).getByRole('listitem')
  await expect(holder).toContainText('Rosa Recepção')
  await checkAccessibility(page)
  await holder.getByRole('button', { name: 'Remover: Rosa Recepção' }).click()
  await page
    .getByRole('dialog', { name: /^Remover Rosa/ })
    .getByRole('button', { name: 'Remover', exact: true })
    .click()
  await expect(holder).toBeHidden()
  await expect(guest).toHaveURL('/')
  await context.close()
  expect(watch.problems).toEqual([])
})
