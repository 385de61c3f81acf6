import type { Appointment } from '@na-regua/contract/appointments'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { HOUR } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, slotsOf } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { signInAs, type TestUser } from './steps/users.ts'
import { watchContext } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

type Shop = Awaited<ReturnType<typeof openAlwaysOpenBarbershop>>['shop']

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const cardsOf = (page: Page) => page.getByRole('main').getByRole('article')

/** A second user on a device of their own, watched like the first. */
async function openDevice(browser: Browser, options: BrowserContextOptions, user: TestUser) {
  const context = await browser.newContext(options)
  const { problems } = watchContext(context, String(options.baseURL))
  const page = await context.newPage()
  await signInAs(page, user)
  return { page, problems, close: () => context.close() }
}

/** Events reach only connected event streams, so this waits for the connection. */
async function openPageWithStream(page: Page, path: string) {
  const stream = page.waitForResponse(
    (response) => response.url().endsWith('/api/notifications/stream') && response.ok(),
  )
  await openPage(page, path)
  await stream
}

/** Moves the appointment to ten minutes ago. */
async function moveStartToPast({ db, now }: Backend, id: string) {
  const startsAt = new Date(Math.floor((now().getTime() - HOUR / 6) / 60_000) * 60_000)
  await db
    .updateTable('appointments')
    .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR / 2) })
    .where('id', '=', id)
    .execute()
}

/** The request waits until the outcome is no longer corrected. */
async function requestReviewNow({ db }: Backend, id: string) {
  const makeDue = sql`update graphile_worker._private_jobs set run_at = now() where key like ${`appointment:${id}:review-request:%`}`
  await expect.poll(async () => (await makeDue.execute(db)).numAffectedRows).toBe(1n)
}

async function bookAppointment(page: Page, shop: Shop) {
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`)
  await pickDay(page, { after: 1 })
  await slotsOf(page).nth(2).check()
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/appointments'),
  )
  await confirmButton(page).click()
  const { appointment } = (await (await created).json()) as { appointment: Appointment }
  await expect(page).toHaveURL(`/barbershop/${shop.id}`)
  return appointment.id
}

async function openNotification({
  staff,
  request,
  name,
  barberName,
}: {
  staff: Page
  request: Locator
  name: string
  barberName: string
}) {
  await bell(staff).click()
  await staff.getByRole('link', { name: /Novo pedido/ }).click()
  const details = staff.getByRole('dialog', { name: name })
  await expect(details).toContainText('Pendente')
  await expect(details).toContainText('Responda até')
  await checkAccessibility(staff)
  await details.getByRole('button', { name: 'Fechar' }).click()
  await expect(details).toBeHidden()
  await expect(staff).toHaveURL(/[?&]dia=20/)
  await expect(staff.getByRole('list', { name: `O dia de ${barberName}` })).toContainText(name)
  await openPage(staff, '/barber/appointments')
  const inbox = staff.getByRole('region', { name: 'Esperando sua resposta 1' })
  await expect(inbox).toContainText('Responda até')
  await inbox.getByRole('button', { name: /Corte na régua/ }).click()
  await details.getByRole('button', { name: 'Ver no dia' }).click()
  await expect(details).toContainText('Pendente')
  await openPageWithStream(staff, '/barber/appointments?ver=lista&status=pending')
  await expect(request).toHaveCount(1)
}

async function accept(request: Locator) {
  await request.locator('[data-row]').click()
  await request.page().getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click()
}

async function acceptRequest({ page, request, list }: { page: Page; request: Locator; list: Locator }) {
  await openPageWithStream(page, '/customer/appointments')
  await expect(cardsOf(page)).toContainText('Agendado')
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
  await accept(request)
  await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
  await expect(page.getByText('Nova notificação: Horário confirmado')).toBeAttached()
  await expect(cardsOf(page)).toContainText('Confirmado')
  await expect(list).toContainText('Nenhum pedido esperando resposta')
}

async function reschedule({ page, staff, request }: { page: Page; staff: Page; request: Locator }) {
  await cardsOf(page).getByRole('link', { name: 'Remarcar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
  await pickDay(page, { after: 2 })
  await slotsOf(page).nth(5).check()
  await expect(
    page
      .getByText(/^O novo horário fica a confirmar até .+ O de agora, já confirmado, é liberado\.$/)
      .filter({ visible: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/customer\/appointments/)
  await expect(cardsOf(page)).toContainText('Agendado')
  await expect(request).toContainText('Pendente')
  await expect(bell(staff)).toHaveAccessibleName('Notificações, 1 não lida')
  await accept(request)
  await expect(cardsOf(page)).toContainText('Confirmado')
}

async function complete({
  page,
  staff,
  name,
  backend,
  id,
}: {
  page: Page
  staff: Page
  name: string
  backend: Backend
  id: string
}) {
  await moveStartToPast(backend, id)
  await openPage(staff, '/barber/appointments')
  await expect(staff.getByRole('region', { name: 'Na cadeira' })).toContainText(name)
  await staff.getByRole('button', { name: 'Finalizar' }).filter({ visible: true }).click()
  await expect(staff.getByRole('status', { name: 'Avisos' })).toContainText('finalizado')
  await requestReviewNow(backend, id)
  await expect(page.getByText('Nova notificação: Como ficou o corte?')).toBeAttached()
  await expect(cardsOf(page)).toContainText('Concluído')
}

async function review(page: Page, shop: Shop) {
  const openShop = async () => {
    await cardsOf(page)
      .getByRole('button', { name: /^Corte na régua/ })
      .click()
    await cardsOf(page).getByRole('link', { name: shop.name }).click()
  }
  await openShop()
  await expect(page.getByRole('main')).toContainText('Ainda sem avaliações')
  await bell(page).click()
  await page.getByRole('link', { name: /^Como ficou o corte\?/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Como foi o atendimento?' })
  await dialog.getByRole('button', { name: 'Agora não' }).click()
  await expect(page).toHaveURL('/customer/appointments')
  await cardsOf(page).getByRole('button', { name: 'Avaliar' }).press('Enter')
  await dialog.getByRole('radio', { name: '1 estrela', exact: true }).press('Space')
  for (let star = 2; star <= 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 estrelas' })).toBeChecked()
  await dialog.getByLabel('Comentário (opcional)').fill('Na régua mesmo.')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Enviar avaliação' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cardsOf(page)).toContainText('Já Avaliado')
  await openShop()
  await expect(page.getByRole('main')).toContainText(/4,0\s*\(1 avaliação\)/)
}

async function reply({ page, staff, list, owner }: { page: Page; staff: Page; list: Locator; owner: TestUser }) {
  await signInAs(staff, owner)
  await openPage(staff, '/notifications')
  const notification = staff.getByRole('main').getByRole('link', { name: /Nova avaliação: 4 estrelas/ })
  await notification.click()
  await expect(staff.getByRole('tab', { name: 'Avaliações', selected: true })).toBeVisible()
  await expect(staff.locator('article:focus')).toContainText('Na régua mesmo.')
  // Reviews show only the initial of a family name.
  await staff.getByRole('button', { name: 'Responder Joana P.' }).click()
  await staff.getByLabel('Resposta para Joana P.').fill('Volte sempre!')
  await checkAccessibility(staff)
  await staff.getByRole('button', { name: 'Publicar resposta' }).click()
  await expect(list.getByText('Volte sempre!')).toBeVisible()
  await expect(staff.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Avaliações' }).click()
  await expect(page.getByText('Volte sempre!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
}

test('an appointment is requested, accepted, rescheduled, accepted again, completed and reviewed, with a reply [1.2, 4.5]', async ({
  page,
  browser,
  backend,
  customer,
  contextOptions,
  viewport,
  userAgent,
  isMobile,
  hasTouch,
  deviceScaleFactor,
  baseURL,
  locale,
  timezoneId,
}) => {
  // Three users on two devices, one after the other.
  test.slow()
  const device = { ...contextOptions, viewport, userAgent, isMobile, hasTouch, deviceScaleFactor, baseURL, locale }
  const options = { ...device, timezoneId }
  const { shop, barber, owner } = await openAlwaysOpenBarbershop(backend)
  const { name } = customer.user
  const barberName = barber.user.name
  const staffDevice = await openDevice(browser, options, barber)
  const staff = staffDevice.page
  const list = staff.getByRole('tabpanel')
  const request = list.locator('[id^="cartao-"]').filter({ hasText: name })

  await openPageWithStream(staff, '/barber/appointments?ver=lista&status=pending')
  await expect(list).toContainText('Nenhum pedido esperando resposta')

  const id = await test.step('the customer books', () => bookAppointment(page, shop))

  await test.step('the barber sees it without a reload, and accepts', async () => {
    await expect(request).toHaveCount(1)
    await expect(request).toContainText('Corte na régua')
    await expect(bell(staff)).toHaveAccessibleName('Notificações, 1 não lida')
  })

  await test.step('the notification opens the request on its day', () =>
    openNotification({ staff, request, name, barberName }))

  await test.step('the customer is notified without a reload', () => acceptRequest({ page, request, list }))

  await test.step('the customer reschedules it, and it is a request again', () => reschedule({ page, staff, request }))

  await test.step('it starts, and the barber completes it on the day view', () =>
    complete({ page, staff, name, backend, id }))

  await test.step('the customer reviews it with the keyboard, and the barbershop has a rating', () =>
    review(page, shop))

  await test.step('the owner replies once, publicly', () => reply({ page, staff, list, owner }))

  expect(staffDevice.problems, 'errors on the second device').toEqual([])
  await staffDevice.close()
})
