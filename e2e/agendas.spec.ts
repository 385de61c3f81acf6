import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Locator, Page } from '@playwright/test'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { holdRequests } from './steps/hold-requests.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, forgetSession, signInAs, type TestUser } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

/** Of a customer: what comes next, and the list below it. */
const cardsOf = (page: Page) => page.getByRole('main').getByRole('article')
/** Of staff: of a table, or of a list on a phone. */
const rowsOf = (page: Page) => page.getByRole('tabpanel').locator('[id^="cartao-"]')
const localDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' })
const longDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'America/Sao_Paulo' })

/** Once the page is as it stays: a font that arrives later may take a line less. */
async function expectNotHigher(rows: Locator, limit: number) {
  const readHeights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  await expect.poll(async () => Math.max(...(await readHeights()))).toBeLessThanOrEqual(limit)
}

async function openTab(page: Page, name: string) {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

/** The calendar is beside the list on a desktop and behind a button on a phone; the day may be in the next month. */
async function chooseDay(page: Page, day: Date) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Filtrar por data' }).click()
  // With the comma: '2 de novembro' is also in '12 de novembro'.
  const cell = page.getByRole('gridcell').getByRole('button', { name: new RegExp(`, ${longDay.format(day)} de`) })
  const next = page.getByRole('button', { name: /próximo mês/i })
  await expect(next).toBeVisible()
  if (!(await cell.isVisible())) await next.click()
  await expect(cell).toHaveAccessibleName(/com agendamento/)
  await cell.click()
}

/** A customer with one appointment of each kind in two barbershops. */
async function openCustomerScene(backend: Backend, customer: TestUser) {
  const { barber, first, second } = await openTwoBarbershops(backend)
  const mine = { customerId: customer.user.id }
  const tomorrow = await addAppointment(backend, first, { ...mine, status: 'CONFIRMED', hoursFromNow: 26 })
  await addAppointment(backend, second, { ...mine, status: 'SCHEDULED', hoursFromNow: 75 })
  await addAppointment(backend, first, { ...mine, status: 'COMPLETED', hoursFromNow: -50 })
  await addAppointment(backend, first, { ...mine, status: 'CANCELLED', hoursFromNow: 100 })
  return { barber, first, tomorrow }
}

test('a customer lists upcoming and past appointments, by status and by day [2.102]', {
  tag: '@desktop',
}, async ({ page, backend, customer }) => {
  const { first, tomorrow } = await openCustomerScene(backend, customer)

  await openPage(page, '/customer/appointments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await expect(cardsOf(page)).toHaveCount(4)
  const ahead = page.getByRole('region', { name: 'Próximos' }).getByRole('article')
  await expect(ahead).toHaveCount(2)
  await expect(ahead.first()).toContainText('Confirmado')
  // In the last two hours of a day the next one but one.
  await expect(ahead.first()).toContainText(/ · em (1 dia|2 dias)/)
  await expect(ahead.last()).toContainText(/Agendado · a confirmar até /)
  const readTop = async () => (await ahead.first().boundingBox())?.y
  if (isPhone(page)) await expect.poll(readTop, 'the next visit is the first thing').toBeLessThanOrEqual(200)
  const history = page.getByRole('region', { name: 'Histórico' }).getByRole('article')
  await expect(history).toHaveCount(2)
  await expect(history.first().getByRole('button', { name: 'Avaliar' })).toBeVisible()
  await expect(history.last()).toContainText('Cancelado')
  await expect(history.first()).toContainText(first.name)
  // The service, and the date with both names in up to three lines: nothing of them is cut.
  await expectNotHigher(history, 88)
  await history
    .last()
    .getByRole('button', { name: /^Corte na régua/ })
    .click()
  await expect(history.last()).toContainText('às ')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await openTab(page, 'Concluídos')
  await expect(page).toHaveURL(/status=completed/)
  await reloadPage(page)
  await expect(page.getByRole('tab', { name: 'Concluídos' }), 'the open tab is in view').toBeInViewport({ ratio: 1 })
  await expect(cardsOf(page)).toHaveCount(1)
  await expect(cardsOf(page).getByRole('button', { name: 'Avaliar' })).toBeVisible()
  await cardsOf(page)
    .getByRole('button', { name: /^Corte na régua/ })
    .click()
  await expect(cardsOf(page).getByRole('link', { name: 'Marcar de novo' })).toHaveAttribute(
    'href',
    `/barbershop/${first.id}/booking/${first.barberId}/${first.serviceId}`,
  )
  await page.getByRole('tab', { name: 'Concluídos' }).press('Home')
  await expect(page.getByRole('tab', { name: 'Todos' })).toBeFocused()
  await expect(cardsOf(page)).toHaveCount(4)

  await chooseDay(page, tomorrow.startsAt)
  await expect(cardsOf(page)).toHaveCount(1)
  await expect(cardsOf(page)).toContainText(localDay.format(tomorrow.startsAt))
  await reloadPage(page)
  await expect(cardsOf(page)).toHaveCount(1)
})

test('a customer cancels one of a day in time, and the barber reads it [2.102]', async ({
  page,
  backend,
  customer,
}) => {
  const { barber, tomorrow } = await openCustomerScene(backend, customer)
  await openPage(page, '/customer/appointments')
  await holdTimers(page)
  await chooseDay(page, tomorrow.startsAt)
  await expect(cardsOf(page)).toHaveCount(1)
  const card = cardsOf(page)
  await expect(card.getByRole('link', { name: 'Remarcar' })).toHaveAttribute('href', new RegExp(tomorrow.id))
  await card.getByRole('button', { name: 'Mais ações' }).click()
  await checkAccessibility(page)
  await page.getByRole('dialog', { name: 'Mais ações' }).getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await expect(dialog).toContainText(/2\sh antes/)
  await checkAccessibility(page)
  await dialog.getByLabel('Motivo (opcional)').fill('Vou viajar')
  await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(page.getByText('Agendamento cancelado')).toBeVisible()
  await expect(card).toContainText('Você cancelou“Vou viajar”')
  await expect(card, 'the button is gone, its card keeps the focus').toBeFocused()
  await expect(card.getByRole('button', { name: 'Mais ações' })).toBeHidden()
  await page.getByRole('button', { name: 'Limpar data' }).click()
  await expect(cardsOf(page)).toHaveCount(4)

  const { body } = await requestApi(agendasApi.listOfBarber, {
    token: barber.token,
    query: { status: 'cancelled', page: 1, perPage: 10 },
  })
  expect(body.appointments.map(({ id }) => id)).toContain(tomorrow.id)
})

test('a barber replies to pending requests and completes the current appointment [1.3, 2.100, 4.4]', async ({
  page,
  backend,
}) => {
  const { barber, first, second } = await openTwoBarbershops(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  await addAppointment(backend, first, { customerId: ana.user.id, status: 'SCHEDULED', hoursFromNow: 26 })
  await addAppointment(backend, second, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 50 })
  await addAppointment(backend, first, { customerId: beto.user.id, status: 'CONFIRMED', hoursFromNow: -0.2 })
  await signInAs(page, barber)

  await openPage(page, '/barber/appointments')
  await page.getByRole('button', { name: 'Lista' }).click()
  await openTab(page, 'Pendentes')
  await expect(rowsOf(page)).toHaveCount(2)
  const request = rowsOf(page).filter({ hasText: 'Ana Lua' })
  await expect(request).toContainText('Pendente')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await request.locator('[data-row]').click()
  const details = page.getByRole('dialog', { name: 'Ana Lua' })
  await expect(details).toContainText(/Responda até amanhã às \d{1,2}h/)
  await expect(details.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/5562900005555')
  await checkAccessibility(page)
  await details.getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Ana Lua: aceito')
  await expect(request.locator('[data-row]')).toBeFocused()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('tabpanel').locator(':focus'), 'the row is gone, the list keeps the focus').toHaveCount(1)

  await rowsOf(page).locator('[data-row]').click()
  await page.getByRole('dialog', { name: 'Beto Sol' }).getByRole('button', { name: 'Recusar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recusar agendamento' })
  await expect(dialog).toContainText('Beto Sol')
  await checkAccessibility(page)
  await dialog.getByLabel('Motivo (opcional)').fill('Neste dia a casa fecha')
  await dialog.getByRole('button', { name: 'Recusar agendamento' }).click()
  await expect(page.getByText('Nenhum pedido esperando resposta')).toBeVisible()

  await openTab(page, 'Confirmados')
  const running = rowsOf(page).filter({ hasText: 'Beto Sol' })
  await running.locator('[data-row]').click()
  await page.getByRole('dialog', { name: 'Beto Sol' }).getByRole('button', { name: 'Finalizar' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Beto Sol: finalizado')
  await expect(running).toHaveCount(0)
  await openTab(page, 'Concluídos')
  await expect(rowsOf(page)).toHaveCount(1)
})

const longName = 'Maximiliano Bartolomeu de Albuquerque Cavalcanti Figueiredo'

/** An owner with three requests in two barbershops, and a customer who did not come. */
async function openOwnerScene(backend: Backend) {
  const { owner, first, second } = await openTwoBarbershops(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  const max = await createSignedInUser(backend, { name: longName })
  const requests = [
    await addAppointment(backend, first, { customerId: ana.user.id, status: 'SCHEDULED', hoursFromNow: 26 }),
    await addAppointment(backend, first, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 27 }),
    await addAppointment(backend, second, { customerId: max.user.id, status: 'SCHEDULED', hoursFromNow: 28 }),
  ]
  await addAppointment(backend, second, { customerId: ana.user.id, status: 'NO_SHOW', hoursFromNow: -26 })
  return { owner, second, ids: requests.map(({ id }) => id) }
}

test('an owner finds appointments by barber, service, status and text', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { owner, second } = await openOwnerScene(backend)
  await signInAs(page, owner)

  await openPage(page, '/admin/appointments')
  await expect(rowsOf(page)).toHaveCount(4)
  await expectNotHigher(rowsOf(page), isPhone(page) ? 72 : 56)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await page.getByLabel('Situação', { exact: true }).last().selectOption('Não compareceram')
  await expect(page).toHaveURL(/status=no_show/)
  await expect(rowsOf(page)).toHaveCount(1)
  await checkAccessibility(page)
  await openTab(page, 'Todos')
  await page.getByLabel('Barbeiro', { exact: true }).selectOption('Nando Reis Filho · Barbearia da Praça')
  await expect(page).toHaveURL(new RegExp(`barberId=${second.barberId}`))
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByLabel('Cliente ou telefone').fill('5555')
  await expect(page).toHaveURL(/q=5555/)
  await expect(rowsOf(page)).toHaveCount(1)
  await reloadPage(page)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByLabel('Cliente ou telefone')).toHaveValue('5555')
  await page.getByLabel('Serviço', { exact: true }).selectOption('Corte na régua · Barbearia do Largo')
  await expect(page.getByText('Nenhum agendamento com estes filtros')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
  await expect(page.getByLabel('Cliente ou telefone')).toHaveValue('')
})

test('an owner decides several requests together, and takes it back', async ({ page, backend }) => {
  const { owner, ids } = await openOwnerScene(backend)
  await signInAs(page, owner)

  await openPage(page, '/admin/appointments')
  await openTab(page, 'Pendentes')
  await expect(rowsOf(page)).toHaveCount(3)
  const bar = page.getByRole('region', { name: 'Pedidos selecionados' })
  await rowsOf(page).locator('[data-row]').first().press('Space')
  await expect(bar).toContainText('1 selecionado')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 selecionados · R$ 90,00')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  const letTimePass = await holdTimers(page)
  await bar.getByRole('button', { name: 'Aceitar 2' }).click()
  const notice = page.getByRole('status', { name: 'Avisos' })
  await expect(notice).toContainText('2 pedidos aceitos')
  await notice.getByRole('button', { name: 'Desfazer' }).click()
  await expect(rowsOf(page).filter({ hasText: 'Pendente' })).toHaveCount(3)
  await letTimePass()

  const statuses = async () => {
    const rows = await backend.db.selectFrom('appointments').select(['id', 'status']).where('id', 'in', ids).execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.status)
  }
  await rowsOf(page).getByLabel('Selecionar Ana Lua').check()
  await rowsOf(page).getByLabel(`Selecionar ${longName}`).check()
  await bar.getByRole('button', { name: 'Aceitar 2' }).click()
  await expect.poll(statuses).toEqual(['CONFIRMED', 'SCHEDULED', 'CONFIRMED'])
  await rowsOf(page).getByLabel('Selecionar Beto Sol').check()
  await bar.getByRole('button', { name: 'Recusar 1…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recusar agendamento' })
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'A barbearia estará fechada' }).click()
  await dialog.getByRole('button', { name: 'Recusar agendamento' }).click()
  await expect.poll(statuses).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
  await expect(page.getByText('Nenhum pedido esperando resposta')).toBeVisible()
  const { cancel_reason } = await backend.db
    .selectFrom('appointments')
    .select('cancel_reason')
    .where('id', '=', String(ids[1]))
    .executeTakeFirstOrThrow()
  expect(cancel_reason).toBe('A barbearia estará fechada')
})

test('what a customer cancelled while it was selected is not accepted, and says so', async ({ page, backend }) => {
  const { barber, first } = await openTwoBarbershops(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua' })
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  const mine = { customerId: ana.user.id, status: 'SCHEDULED' } as const
  const cancelled = await addAppointment(backend, first, { ...mine, hoursFromNow: 26 })
  await addAppointment(backend, first, { ...mine, customerId: beto.user.id, hoursFromNow: 27 })
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?status=pending')
  for (const name of ['Ana Lua', 'Beto Sol']) await rowsOf(page).getByLabel(`Selecionar ${name}`).check()
  const release = await holdRequests(page, '**/api/commands')
  await page.getByRole('button', { name: 'Aceitar 2' }).click()
  await requestApi(appointmentsApi.cancel, { token: ana.token, params: { id: cancelled.id }, body: {} })
  release()
  const refusal = page.getByRole('region', { name: 'Aceitar: Ana Lua' })
  await expect(refusal).toContainText('Não valeu: Aceitar · Ana Lua')
  await refusal.getByRole('button', { name: 'Entendi' }).click()
  await expect(refusal).toBeHidden()
  await openTab(page, 'Confirmados')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Beto Sol')
})

test('an owner filters by one barbershop and pages through the list [2.101, 9.3]', async ({ page, backend }) => {
  const { owner, first, second } = await openTwoBarbershops(backend)
  const { user } = await createSignedInUser(backend, { name: 'Clara Maré' })
  for (let day = 1; day <= 26; day += 1) {
    await addAppointment(backend, first, { customerId: user.id, status: 'COMPLETED', hoursFromNow: -24 * day })
  }
  await addAppointment(backend, second, { customerId: user.id, status: 'CONFIRMED', hoursFromNow: 30 })
  await signInAs(page, owner)

  await openPage(page, '/admin/appointments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agendamentos das Minhas Barbearias')
  await expect(page.getByText('27 agendamentos', { exact: true })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(25)
  const pages = page.getByRole('navigation', { name: 'Páginas de agendamentos' })
  await pages.getByRole('button', { name: 'Página 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rowsOf(page)).toHaveCount(2)
  await checkAccessibility(page)

  await page.getByLabel('Barbearia', { exact: true }).selectOption('Barbearia da Praça')
  await expect(page).toHaveURL(new RegExp(`barbershopId=${second.id}`))
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Barbearia da Praça')
  await expect(pages).toBeHidden()
  await page.getByLabel('Barbearia', { exact: true }).selectOption('Barbearia do Largo')
  await expect(page.getByText('26 agendamentos', { exact: true })).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('a change that fails is reverted, and a list that fails shows an error [8.21]', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  watch.expect(/^PATCH \S+\/confirm 500$/, /barber\/me\?\S+ net::ERR_FAILED$/)
  const { barber, first } = await openTwoBarbershops(backend)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'SCHEDULED', hoursFromNow: 26 })
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?status=pending')
  await page.route('**/confirm', (route) => route.fulfill({ status: 500, json: {} }))
  await rowsOf(page).locator('[data-row]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByText('Erro ao confirmar')).toBeVisible()
  await expect(rowsOf(page)).toContainText('Pendente')

  await page.route('**/barber/me?*', (route) => route.abort('failed'))
  await page.getByRole('tab', { name: 'Cancelados' }).click()
  await expect(page.getByText('Erro ao carregar agendamentos.')).toBeVisible()
  await checkAccessibility(page)
  await page.unroute('**/barber/me?*')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText('Nenhum agendamento cancelado')).toBeVisible()
})

testAsCustomer('each agenda opens only for its role [2.5, 2.6, 2.7, 5.3]', async ({ page }) => {
  await openPage(page, '/admin/appointments')
  await expect(page).toHaveURL('/')
  await openPage(page, '/barber/appointments')
  await expect(page.getByText('Você ainda não tem uma cadeira')).toBeVisible()
  await forgetSession(page)
  await openPage(page, '/customer/appointments?status=confirmed')
  await expect(page).toHaveURL('/login')
})
