import type { Page } from '@playwright/test'
import { morningZone } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { logIn } from './steps/log-in.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, forgetSession, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const password = 'navalha-azul-7'

/** In a zone in which it is morning, so that an appointment that starts now ends today. */
async function moveToMorning({ db, now }: Backend, ownerId: string) {
  await db
    .updateTable('barbershops')
    .set({ time_zone: morningZone(now()) })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Open all day, so that the figures are the same at every hour. */
async function openAllDay({ db }: Backend, barbershopId: string) {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    barbershop_id: barbershopId,
    day_of_week: day,
    opens_minute: 0,
    closes_minute: 1440,
  }))
  await db.insertInto('working_hours').values(days).execute()
}

const figureOf = (page: Page, label: string) =>
  page
    .getByRole('region', { name: /^Hoje/ })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })

test('the login leads staff to the home page, which begins with their day, and a new owner on to the wizard', async ({
  page,
  backend,
}) => {
  const barber = await createSignedInUser(backend, { name: 'Rui Tesoura', role: 'BARBER', password })
  const owner = await createOwnerWithPlan(backend, { password })
  await openPage(page, '/login')
  await logIn(page, { email: owner.email, password })
  await expect(page).toHaveURL('/')
  const today = page.getByRole('region', { name: 'Seu dia hoje' })
  await today.getByRole('link', { name: 'Cadastrar barbearia' }).click()
  await expect(page.getByRole('dialog', { name: 'Nova barbearia' })).toBeVisible()

  await createOwnBarbershop(owner.token, 'Barbearia do Cais')
  await forgetSession(page)
  await openPage(page, '/login')
  await logIn(page, { email: owner.email, password })
  await expect(page).toHaveURL('/')
  await expect(today.getByText('Nenhum horário à frente hoje.')).toBeVisible()
  await checkAccessibility(page)
  await today.getByRole('link', { name: 'Abrir a agenda' }).click()
  await expect(page).toHaveURL('/admin/appointments?ver=dia')

  await forgetSession(page)
  await openPage(page, '/login')
  await logIn(page, { email: barber.email, password })
  await expect(page).toHaveURL('/')
  await today.getByRole('link', { name: 'Abrir meu dia' }).click()
  await expect(page).toHaveURL('/barber/appointments')
})

const parts = [
  ...['Serviços', 'Horários', 'Fila', 'Informações', 'Comodidades', 'Editar Imagens', 'Divulgar', 'Horário relâmpago'],
  'Horários que abrem',
]

/** By keyboard: what can be set is in words, not only for screen readers, and its dialog returns the focus. */
async function expectNamedParts(page: Page, shopName: string) {
  const row = page.getByRole('article', { name: shopName })
  await row.getByRole('button', { name: `Mais de ${shopName}` }).press('Enter')
  for (const part of parts) {
    const button = row.getByRole('button', { name: `${part} de ${shopName}` })
    const box = await button.getByText(part, { exact: true }).boundingBox()
    expect(box?.width, part).toBeGreaterThan(20)
  }
  await page.keyboard.press('Tab')
  const first = row.getByRole('button', { name: `${isPhone(page) ? 'Serviços' : 'Informações'} de ${shopName}` })
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
}

test('the panel leads with today, then trends on a scale; its lists are dense', { tag: '@desktop' }, async ({
  page,
  backend,
  customer,
}) => {
  const { owner, first, second } = await openBarbershopsWithPlan(backend, 'professional')
  await moveToMorning(backend, owner.user.id)
  await openAllDay(backend, first.id)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 0 })
  await addAppointment(backend, second, { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: 0 })
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await expect(figureOf(page, 'Agendamentos')).toContainText('1 concluído, 1 por vir')
  await expect(figureOf(page, 'Feito')).toContainText(/R\$\s45,00/)
  await expect(figureOf(page, 'Previsto')).toContainText(/R\$\s45,00/)
  await expect(figureOf(page, 'Esperando resposta')).toContainText('nenhum pedido')
  const occupancy = page.getByRole('list', { name: 'Ocupação por barbeiro' }).getByRole('listitem')
  await expect(occupancy.filter({ hasText: first.name })).toContainText('30 min de 24 h')
  await expect(occupancy.filter({ hasText: second.name })).toContainText('Não atende hoje')

  const chart = page.getByRole('slider', { name: 'Agendamentos por dia' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /: 2 agendamentos, 1 concluído/)
  await expect(
    page
      .getByRole('figure')
      .getByText(/: 2 agendamentos, 1 concluído/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 agendamentos/)
  await chart.hover({ position: { x: 3, y: 20 } })
  await page.getByRole('button', { name: 'Faturamento', exact: true }).click()
  await page.getByRole('button', { name: '12 meses' }).click()
  await expect(page.getByRole('slider', { name: 'Faturamento por mês' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Números de' }).selectOption(first.name)
  await expect(figureOf(page, 'Agendamentos')).toContainText('1 por vir')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  const rows = [page.getByRole('article', { name: first.name }), occupancy.first()]
  await page.getByRole('tab', { name: 'Gerenciar Barbearias' }).click()
  for (const row of rows) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(72)
  await expectNamedParts(page, first.name)
  await page.getByRole('tab', { name: 'Gerenciar Barbeiros' }).click()
  const members = page.getByRole('list', { name: 'Barbeiros' }).getByRole('listitem')
  await expect(members).toHaveCount(2)
  expect((await members.first().boundingBox())?.height).toBeLessThanOrEqual(72)
  await page.getByRole('link', { name: 'Plano e pagamentos' }).click()
  await expect(page.getByRole('region', { name: 'Seu plano' })).toContainText('Barbearias ativas')
})

test('an owner replies to a review in place, and its barber reads it', async ({ page, backend, customer }) => {
  const { owner, barber, first, second } = await openBarbershopsWithPlan(backend, 'professional')
  const reviews = [
    { shop: first, rating: 5, comment: 'Navalha impecável e conversa boa, do começo ao fim do corte.' },
    { shop: second, rating: 2, comment: 'Demorou um pouco.' },
  ]
  for (const { shop, ...review } of reviews) {
    const status = { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: -30 } as const
    const { id } = await addAppointment(backend, shop, status)
    const row = { barbershop_id: shop.id, barber_id: shop.barberId, appointment_id: id, customer_id: customer.user.id }
    await backend.db
      .insertInto('reviews')
      .values({ ...row, ...review, created_at: backend.now() })
      .execute()
  }
  await signInAs(page, owner)
  await openPage(page, '/barber/reviews')
  const rows = page.getByRole('list', { name: 'Avaliações' }).getByRole('listitem')
  await expect(page.getByText('2 avaliações, 2 sem resposta')).toBeVisible()
  await page.getByRole('combobox', { name: 'Barbearia' }).selectOption(first.name)
  await expect(rows).toHaveCount(1)
  expect((await rows.first().boundingBox())?.height).toBeLessThanOrEqual(72)
  await page.getByRole('combobox', { name: 'Barbearia' }).selectOption('')
  await page.getByLabel('Procurar por palavra ou cliente').fill('navalha')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Mais de/ }).click()
  await rows.getByLabel(/^Resposta para/).fill('Obrigado, volte sempre.')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await rows.getByRole('button', { name: 'Publicar resposta' }).click()
  await expect(rows.getByText('Obrigado, volte sempre.')).toBeVisible()
  await page.getByLabel('Procurar por palavra ou cliente').fill('')
  await expect(page.getByText('2 avaliações, 1 sem resposta')).toBeVisible()
  await expect(rows.first()).toContainText('Demorou um pouco.')

  await signInAs(page, barber)
  await openPage(page, '/barber/reviews')
  await rows
    .filter({ hasText: 'Navalha' })
    .getByRole('button', { name: /^Mais de/ })
    .click()
  await expect(rows.getByText('Obrigado, volte sempre.')).toBeVisible()
  await rows
    .filter({ hasText: 'Demorou' })
    .getByRole('button', { name: /^Mais de/ })
    .click()
  await expect(page.getByRole('button', { name: 'Publicar resposta' })).toHaveCount(0)
})
