import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { insertNotification } from '../server/src/features/notifications/queries.ts'
import { getUnsubscribeUrl } from '../server/src/features/notifications/unsubscribe/queries.ts'
import type { World } from './app/world.ts'
import { axeCheck } from './steps/accessibility.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson, enterAs } from './steps/people.ts'
import { isPhone } from './steps/screen.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const stream = '/api/notifications/stream'

type Words = { title?: string; message?: string; path?: string; at?: Date }

/** As any feature tells a person: from another process than the one that the browser talks to. */
function tell({ db, now }: World, userId: string, { title = 'Horário confirmado', message, path, at }: Words = {}) {
  const told = { userId, type: 'booking_confirmed', fact: randomUUID(), title, path } as const
  return insertNotification(db, { ...told, message: message ?? 'Rui confirmou: Corte, amanhã às 15:30.' }, at ?? now())
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificações/ })
const list = (page: Page) =>
  isPhone(page)
    ? page.getByRole('dialog', { name: 'Notificações' })
    : page.getByRole('region', { name: 'Notificações', exact: true })

test('one line serves all tabs, and what happens is there within a second, also when its tab closes', async ({
  page,
  context,
  customer,
  world,
}) => {
  const lines: string[] = []
  context.on('request', (request) => request.url().endsWith(stream) && lines.push(request.url()))
  const opened = context.waitForEvent('response', (answer) => answer.url().endsWith(stream))
  await visit(page, '/')
  await opened
  const second = await context.newPage()
  // What comes is news only to a bell that knows what was there before.
  const known = second.waitForResponse((answer) => /\/api\/notifications\?.*perPage=20/.test(answer.url()))
  await visit(second, '/notifications')
  await known
  await expect(bell(second)).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Nenhuma notificação' })).toBeVisible()

  await tell(world, customer.user.id)
  await expect(bell(second)).toHaveAccessibleName('Notificações, 1 não lida', { timeout: 1000 })
  await expect(second.getByRole('main').getByText('Horário confirmado')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações, 1 não lida')
  await expect(second.getByText('Nova notificação: Horário confirmado')).toBeAttached()
  expect(lines, 'lines to the server').toHaveLength(1)
  expect(lines[0], 'no token in an address').not.toContain('?')

  const taken = context.waitForEvent('response', (answer) => answer.url().endsWith(stream))
  await page.close()
  await taken
  await tell(world, customer.user.id)
  await expect(bell(second)).toHaveAccessibleName('Notificações, 2 não lidas')
})

test('the bell shows the newest, a press marks as read and leads there, the rest is marked at once', async ({
  page,
  customer,
  world,
}) => {
  await visit(page, '/')
  await bell(page).click()
  await expect(list(page).getByText('Nenhuma notificação')).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()

  const long = 'Oftalmotorrinolaringologisticamente'.repeat(4)
  await tell(world, customer.user.id, { title: long, message: long })
  await tell(world, customer.user.id, { path: '/customer/favorites' })
  await expect(bell(page)).toHaveAccessibleName('Notificações, 2 não lidas')
  await bell(page).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(list(page).getByRole('listitem').first()).toContainText('agora mesmo')
  await axeCheck(page)
  await expectNoSidewaysScroll(page)
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

test('all of them stand on a page of their own, ten at a time', { tag: '@phone' }, async ({
  page,
  customer,
  world,
}) => {
  const day = 86_400_000
  for (let age = 0; age < 12; age++) {
    const at = new Date(Date.now() - age * day - 60_000)
    await tell(world, customer.user.id, { title: `Aviso ${age}`, path: '/customer/appointments', at })
  }
  await visit(page, '/notifications')
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items).toHaveCount(10)
  await expect(items.first()).toContainText('1 minuto atrás')
  await expect(items.nth(1)).toContainText('1 dia atrás')
  await expect(items.nth(9)).toContainText(/\d\d\/\d\d\/\d{4}/)
  await axeCheck(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page).toHaveURL('/notifications?pagina=2')
  await expect(items).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(page.getByText('Tudo em dia')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Tudo em dia')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notificações')
})

test('a letter is switched off by its link, without a login, and on again', { tag: '@phone' }, async ({
  page,
  world,
  watch,
}) => {
  watch.expect(/^GET \/api\/notifications\/letters\S* 422$/)
  const { user } = await createPerson(world)
  const url = await getUnsubscribeUrl(world.db, { site: '', userId: user.id, topic: 'reminders' })
  await visit(page, url)
  await expect(page.getByRole('heading', { name: 'Parar de receber e-mails de lembrete?' })).toBeVisible()
  await axeCheck(page)
  await page.getByRole('button', { name: 'Parar de receber' }).click()
  await expect(page.getByRole('heading', { name: 'Você não recebe mais e-mails de lembrete.' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Voltar a receber' }).click()
  await expect(page.getByRole('button', { name: 'Parar de receber' })).toBeVisible()
  await visit(page, '/descadastrar?token=nada')
  await expect(page.getByRole('alert')).toContainText('Este link não vale mais.')
})

test('what one wants to hear, and where, is chosen in the profile', { tag: '@phone' }, async ({
  page,
  customer,
  world,
}) => {
  expect(customer.user.role).toBe('CUSTOMER')
  await visit(page, '/profile#notificacoes')
  const email = page.getByRole('checkbox', { name: 'Lembretes: E-mail' })
  await expect(email).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Negócio: E-mail' })).toHaveCount(0)
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/notifications/preferences') && answer.ok()),
    email.uncheck(),
  ])
  await page.reload()
  await expect(email).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Lembretes: No site' })).toBeChecked()

  await enterAs(page, await createPerson(world, { role: 'OWNER' }))
  await visit(page, '/profile')
  await expect(page.getByRole('checkbox', { name: 'Negócio: E-mail' })).toBeChecked()
  await expect(email).toBeChecked()
})
