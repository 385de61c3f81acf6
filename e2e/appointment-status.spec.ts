import type { Appointment } from '@na-regua/contract/appointments'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
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

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const cardsOf = (page: Page) => page.getByRole('tabpanel').getByRole('article')

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
  const shopPath = `/barbershop/${shop.id}`
  const staffDevice = await openDevice(browser, options, barber)
  const list = staffDevice.page.getByRole('tabpanel')
  const request = cardsOf(staffDevice.page).filter({ hasText: customer.user.name })

  await openPageWithStream(staffDevice.page, '/barber/appointments?ver=lista&status=pending')
  await expect(list).toContainText('Nenhum pedido esperando resposta')

  const id = await test.step('the customer books', async () => {
    await openPage(page, `${shopPath}/booking/${shop.barberId}/${shop.serviceId}`)
    await pickDay(page, { after: 1 })
    await slotsOf(page).nth(2).check()
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/appointments'),
    )
    await confirmButton(page).click()
    const { appointment } = (await (await created).json()) as { appointment: Appointment }
    await expect(page).toHaveURL(shopPath)
    return appointment.id
  })

  await test.step('the barber sees it without a reload, and accepts', async () => {
    await expect(request).toHaveCount(1)
    await expect(request).toContainText('Corte na régua')
    await expect(bell(staffDevice.page)).toHaveAccessibleName('Notificações, 1 não lida')
  })

  await test.step('the notification opens the request on its day', async () => {
    const { page: staffPage } = staffDevice
    await bell(staffPage).click()
    await staffPage.getByRole('link', { name: /Novo pedido/ }).click()
    const details = staffPage.getByRole('dialog', { name: customer.user.name })
    await expect(details).toContainText('Pendente')
    await expect(details).toContainText('Responda até')
    await checkAccessibility(staffPage)
    await details.getByRole('button', { name: 'Fechar' }).click()
    await expect(details).toBeHidden()
    await expect(staffPage).toHaveURL(/[?&]dia=20/)
    await expect(staffPage.getByRole('list', { name: `O dia de ${barber.user.name}` })).toContainText(
      customer.user.name,
    )
    await openPage(staffPage, '/barber/appointments')
    const inbox = staffPage.getByRole('region', { name: 'Esperando sua resposta 1' })
    await expect(inbox).toContainText('Responda até')
    await inbox.getByRole('button', { name: /Corte na régua/ }).click()
    await details.getByRole('button', { name: 'Ver no dia' }).click()
    await expect(details).toContainText('Pendente')
    await openPageWithStream(staffPage, '/barber/appointments?ver=lista&status=pending')
    await expect(request).toHaveCount(1)
  })

  await test.step('the customer is notified without a reload', async () => {
    await openPageWithStream(page, '/customer/appointments')
    await expect(cardsOf(page)).toContainText('Agendado')
    await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
    await request.getByRole('button', { name: 'Aceitar' }).click()
    await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
    await expect(page.getByText('Nova notificação: Horário confirmado')).toBeAttached()
    await expect(cardsOf(page)).toContainText('Confirmado')
    await expect(list).toContainText('Nenhum pedido esperando resposta')
  })

  await test.step('the customer reschedules it, and it is a request again', async () => {
    await cardsOf(page).getByRole('link', { name: 'Remarcar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
    await pickDay(page, { after: 2 })
    await slotsOf(page).nth(5).check()
    await expect(page.getByText(/precisa confirmar de novo\.$/).filter({ visible: true })).toBeVisible()
    await page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/customer\/appointments/)
    await expect(cardsOf(page)).toContainText('Agendado')
    await expect(request).toContainText('Pendente')
    await expect(bell(staffDevice.page)).toHaveAccessibleName('Notificações, 1 não lida')
    await request.getByRole('button', { name: 'Aceitar' }).click()
    await expect(cardsOf(page)).toContainText('Confirmado')
  })

  await test.step('it starts, and the barber completes it on the day view', async () => {
    await moveStartToPast(backend, id)
    await openPage(staffDevice.page, '/barber/appointments')
    await expect(staffDevice.page.getByRole('region', { name: 'Na cadeira' })).toContainText(customer.user.name)
    await staffDevice.page.getByRole('button', { name: 'Finalizar' }).filter({ visible: true }).click()
    await expect(staffDevice.page.getByRole('status', { name: 'Avisos' })).toContainText('finalizado')
    await requestReviewNow(backend, id)
    await expect(page.getByText('Nova notificação: Como ficou o corte?')).toBeAttached()
    await expect(cardsOf(page)).toContainText('Concluído')
  })

  await test.step('the customer reviews it with the keyboard, and the barbershop has a rating', async () => {
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
  })

  await test.step('the owner replies once, publicly', async () => {
    await signInAs(staffDevice.page, owner)
    await openPage(staffDevice.page, '/notifications')
    const notification = staffDevice.page.getByRole('main').getByRole('link', { name: /Nova avaliação: 4 estrelas/ })
    await notification.click()
    await expect(staffDevice.page.getByRole('tab', { name: 'Avaliações', selected: true })).toBeVisible()
    await expect(staffDevice.page.locator('article:focus')).toContainText('Na régua mesmo.')
    // Reviews show only the initial of a family name.
    await staffDevice.page.getByRole('button', { name: 'Responder Joana P.' }).click()
    await staffDevice.page.getByLabel('Resposta para Joana P.').fill('Volte sempre!')
    await checkAccessibility(staffDevice.page)
    await staffDevice.page.getByRole('button', { name: 'Publicar resposta' }).click()
    await expect(list.getByText('Volte sempre!')).toBeVisible()
    await expect(staffDevice.page.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Avaliações' }).click()
    await expect(page.getByText('Volte sempre!')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
  })

  expect(staffDevice.problems, 'errors on the second device').toEqual([])
  await staffDevice.close()
})
