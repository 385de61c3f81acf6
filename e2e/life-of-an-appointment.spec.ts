import type { Appointment } from '@na-regua/contract/appointments'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { HOUR } from './app/agendas.ts'
import { openLongDays } from './app/long-days.ts'
import type { World } from './app/world.ts'
import { axeCheck } from './steps/accessibility.ts'
import { confirmButton, pickDay, timesOf } from './steps/booking.ts'
import { enterAs, type Person } from './steps/people.ts'
import { visit } from './steps/visit.ts'
import { watchContext } from './steps/watch-page.ts'
import { expect, test } from './test.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const cardsOf = (page: Page) => page.getByRole('tabpanel').getByRole('article')

/** Another person at a device of his own, watched like the first. */
async function openDevice(browser: Browser, options: BrowserContextOptions, person: Person) {
  const context = await browser.newContext(options)
  const { problems } = watchContext(context, String(options.baseURL))
  const page = await context.newPage()
  await enterAs(page, person)
  return { page, problems, close: () => context.close() }
}

/** What a live line tells is told to whoever has it: the page waits until it stands. */
async function visitListening(page: Page, address: string) {
  const line = page.waitForResponse((answer) => answer.url().endsWith('/api/notifications/stream') && answer.ok())
  await visit(page, address)
  await line
}

/** The hours go by: it began ten minutes ago. */
async function letItBegin({ db, now }: World, id: string) {
  const startsAt = new Date(Math.floor((now().getTime() - HOUR / 6) / 60_000) * 60_000)
  await db
    .updateTable('appointments')
    .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR / 2) })
    .where('id', '=', id)
    .execute()
}

test('an appointment lives: asked for, accepted, moved, accepted again, finished, reviewed, answered', async ({
  page,
  browser,
  world,
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
  // Three people on two devices, one after the other.
  test.slow()
  const device = { ...contextOptions, viewport, userAgent, isMobile, hasTouch, deviceScaleFactor, baseURL, locale }
  const options = { ...device, timezoneId }
  const { chair, barber, owner } = await openLongDays(world)
  const shopPath = `/barbershop/${chair.id}`
  const shop = await openDevice(browser, options, barber)
  const list = shop.page.getByRole('tabpanel')
  const request = cardsOf(shop.page).filter({ hasText: customer.user.name })

  await visitListening(shop.page, '/barber/appointments?ver=lista&status=pending')
  await expect(list).toContainText('Nenhum pedido esperando resposta')

  const id = await test.step('the customer books', async () => {
    await visit(page, `${shopPath}/booking/${chair.barberId}/${chair.serviceId}`)
    await pickDay(page, { after: 1 })
    await timesOf(page).nth(2).check()
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/appointments'),
    )
    await confirmButton(page).click()
    const { appointment } = (await (await answer).json()) as { appointment: Appointment }
    await expect(page).toHaveURL(shopPath)
    return appointment.id
  })

  await test.step('the barber sees it come in without a reload, and accepts', async () => {
    await expect(request).toHaveCount(1)
    await expect(request).toContainText('Corte na régua')
    await expect(bell(shop.page)).toHaveAccessibleName('Notificações, 1 não lida')
  })

  await test.step('the customer is told while he looks', async () => {
    await visitListening(page, '/customer/appointments')
    await expect(cardsOf(page)).toContainText('Agendado')
    await request.getByRole('button', { name: 'Aceitar' }).click()
    await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
    await expect(page.getByText('Nova notificação: Horário confirmado')).toBeAttached()
    await expect(cardsOf(page)).toContainText('Confirmado')
    await expect(list).toContainText('Nenhum pedido esperando resposta')
  })

  await test.step('he moves it, and it is a request again', async () => {
    await cardsOf(page).getByRole('link', { name: 'Remarcar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
    await pickDay(page, { after: 2 })
    await timesOf(page).nth(5).check()
    await page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/customer\/appointments/)
    await expect(cardsOf(page)).toContainText('Agendado')
    await expect(request).toContainText('Pendente')
    await expect(bell(shop.page)).toHaveAccessibleName('Notificações, 2 não lidas')
    await request.getByRole('button', { name: 'Aceitar' }).click()
    await expect(cardsOf(page)).toContainText('Confirmado')
  })

  await test.step('the hour comes, and the barber finishes it on his day', async () => {
    await letItBegin(world, id)
    await visit(shop.page, '/barber/appointments')
    await expect(shop.page.getByRole('region', { name: 'Na cadeira' })).toContainText(customer.user.name)
    await shop.page.getByRole('button', { name: 'Finalizar' }).filter({ visible: true }).click()
    await expect(shop.page.getByRole('status', { name: 'Avisos' })).toContainText('finalizado')
    await expect(page.getByText('Nova notificação: Como ficou o corte?')).toBeAttached()
    await expect(cardsOf(page)).toContainText('Concluído')
  })

  await test.step('the customer reviews by the keyboard, and the shop has a rating', async () => {
    const toShop = cardsOf(page).getByRole('link', { name: chair.name })
    await toShop.click()
    await expect(page.getByRole('main')).toContainText('Ainda sem avaliações')
    await page.goBack()
    await cardsOf(page).getByRole('button', { name: 'Avaliar' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Como foi o atendimento?' })
    await dialog.getByRole('radio', { name: '1 estrela', exact: true }).press('Space')
    for (let star = 2; star <= 4; star += 1) await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: '4 estrelas' })).toBeChecked()
    await dialog.getByLabel('Comentário (opcional)').fill('Na régua mesmo.')
    await axeCheck(page)
    await dialog.getByRole('button', { name: 'Enviar avaliação' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(cardsOf(page)).toContainText('Já Avaliado')
    await toShop.click()
    await expect(page.getByRole('main')).toContainText(/4,0\s*\(1 avaliação\)/)
  })

  await test.step('the owner answers once, for everybody to read', async () => {
    await enterAs(shop.page, owner)
    await visit(shop.page, '/notifications')
    const news = shop.page.getByRole('main').getByRole('link', { name: /Nova avaliação: 4 estrelas/ })
    await news.click()
    await expect(shop.page.getByRole('tab', { name: 'Avaliações', selected: true })).toBeVisible()
    // Everybody reads no more than the first letter of a family name.
    await shop.page.getByRole('button', { name: 'Responder Joana P.' }).click()
    await shop.page.getByLabel('Resposta para Joana P.').fill('Volte sempre!')
    await axeCheck(shop.page)
    await shop.page.getByRole('button', { name: 'Publicar resposta' }).click()
    await expect(list.getByText('Volte sempre!')).toBeVisible()
    await expect(shop.page.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Avaliações' }).click()
    await expect(page.getByText('Volte sempre!')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Responder/ })).toHaveCount(0)
  })

  expect(shop.problems, 'what broke unseen on the second device').toEqual([])
  await shop.close()
})
