import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { insertNotification } from '../server/src/features/notifications/events/queries.ts'
import { getUnsubscribeUrl } from '../server/src/features/notifications/unsubscribe/queries.ts'
import type { Backend } from './app/backend.ts'
import { behindList, checkAccessibility } from './steps/accessibility.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

const stream = '/api/notifications/stream'

type NotificationFields = { title?: string; message?: string; path?: string; at?: Date }

/** Notifies the user as any feature does, from another process than the one that serves the browser. */
function notify(
  { db, now }: Backend,
  userId: string,
  { title = 'Horário confirmado', message, path, at }: NotificationFields = {},
) {
  const notification = { userId, type: 'booking_confirmed', dedupeKey: randomUUID(), title, path } as const
  return insertNotification(
    db,
    { ...notification, message: message ?? 'Rui confirmou: Corte, amanhã às 15:30.' },
    at ?? now(),
  )
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const list = (page: Page) =>
  isPhone(page)
    ? page.getByRole('dialog', { name: 'Notificações' })
    : page.getByRole('region', { name: 'Notificações', exact: true })

test('one event stream serves all tabs, also after its tab is closed', async ({ page, context, customer, backend }) => {
  const streams: string[] = []
  context.on('request', (request) => request.url().endsWith(stream) && streams.push(request.url()))
  const opened = context.waitForEvent('response', (response) => response.url().endsWith(stream))
  await openPage(page, '/')
  await opened
  const second = await context.newPage()
  // The bell announces only what came after its first load.
  const loaded = second.waitForResponse((response) => /\/api\/notifications\?.*perPage=10/.test(response.url()))
  await openPage(second, '/notifications')
  await loaded
  await expect(bell(second)).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Nenhuma notificação' })).toBeVisible()

  await notify(backend, customer.user.id)
  await expect(bell(second)).toHaveAccessibleName('Notificações, 1 não lida')
  await expect(second.getByRole('main').getByText('Horário confirmado')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
  await expect(second.getByText('Nova notificação: Horário confirmado')).toBeAttached()
  expect(streams, 'event streams to the server').toHaveLength(1)
  expect(streams[0], 'no token in the URL').not.toContain('?')

  const reconnected = context.waitForEvent('response', (response) => response.url().endsWith(stream))
  await page.close()
  await reconnected
  await notify(backend, customer.user.id)
  await expect(bell(second)).toHaveAccessibleName('Notificações, 2 não lidas')
})

test('the bell lists the newest, a click marks one as read and opens its page, and all are marked at once [1.2, 2.25, 4.6]', {
  tag: '@desktop',
}, async ({ page, customer, backend }) => {
  await openPage(page, '/')
  await bell(page).click()
  await expect(list(page).getByText('Nenhuma notificação')).toBeVisible()
  await checkAccessibility(page, behindList)
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()

  const long = 'Oftalmotorrinolaringologisticamente'.repeat(4)
  await notify(backend, customer.user.id, { title: long, message: long })
  await notify(backend, customer.user.id, { path: '/customer/favorites' })
  await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
  await bell(page).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(list(page).getByRole('listitem').first()).toContainText('agora mesmo')
  await checkAccessibility(page, behindList)
  await expectNoHorizontalScroll(page)
  await list(page)
    .getByRole('link', { name: /Horário confirmado/ })
    .click()
  await expect(page).toHaveURL('/customer/favorites')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')

  await bell(page).click()
  await list(page).getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notificações')
  await expect(list(page).getByText('Não lida')).toHaveCount(0)
  await list(page).getByRole('link', { name: 'Ver todas as notificações' }).click()
  await expect(page).toHaveURL('/notifications')
})

test('all notifications are on their own page, ten at a time', async ({ page, customer, backend }) => {
  const hour = 3_600_000
  const day = 24 * hour
  for (let age = 0; age < 12; age++) {
    const at = new Date(Date.now() - age * day - 1.5 * hour)
    await notify(backend, customer.user.id, { title: `Aviso ${age}`, path: '/customer/appointments', at })
  }
  await openPage(page, '/notifications')
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items).toHaveCount(10)
  await expect(items.first()).toContainText('1 hora atrás')
  await expect(items.nth(1)).toContainText('1 dia atrás')
  await expect(items.nth(9)).toContainText(/\d\d\/\d\d\/\d{4}/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page).toHaveURL('/notifications?pagina=2')
  await expect(items).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(page.getByText('Tudo em dia')).toBeVisible()
  await reloadPage(page)
  await expect(page.getByText('Tudo em dia')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações')
})

test('emails are switched off by their link without a login, and on again', async ({ page, backend, watch }) => {
  watch.expect(/^GET \/api\/notifications\/emails\S* 422$/)
  const { user } = await createSignedInUser(backend)
  const url = await getUnsubscribeUrl(backend.db, { site: '', userId: user.id, topic: 'reminders' })
  await openPage(page, url)
  await expect(page.getByRole('heading', { name: 'Parar de receber e-mails de lembrete?' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Parar de receber' }).click()
  await expect(page.getByRole('heading', { name: 'Você não recebe mais e-mails de lembrete.' })).toBeVisible()
  await reloadPage(page)
  await page.getByRole('button', { name: 'Voltar a receber' }).click()
  await expect(page.getByRole('button', { name: 'Parar de receber' })).toBeVisible()
  await openPage(page, '/descadastrar?token=nada')
  await expect(page.getByRole('alert')).toContainText('Este link não vale mais.')
})

testAsCustomer('topics and channels are chosen in the profile', async ({ page, backend }) => {
  await openPage(page, '/profile#notificacoes')
  const email = page.getByRole('checkbox', { name: 'Lembretes: E-mail' })
  await expect(email).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Negócio: E-mail' })).toHaveCount(0)
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/notifications/preferences') && response.ok()),
    email.click(),
  ])
  await reloadPage(page)
  await expect(email).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Lembretes: No site' })).toBeChecked()

  await signInAs(page, await createSignedInUser(backend, { role: 'OWNER' }))
  await openPage(page, '/profile#notificacoes')
  await expect(page.getByRole('checkbox', { name: 'Negócio: E-mail' })).toBeChecked()
  await expect(email).toBeChecked()
})
