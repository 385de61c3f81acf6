import { planDueReminders } from '../server/src/features/appointments/reminders/queries.ts'
import { alterToken } from '../server/test/alter-token.ts'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { pasteCopiedText } from './steps/clipboard.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

const link = /\/agendamento\/[\w-]{54}/

/** Inserts an appointment that is due for a reminder, and plans the reminder as the job does every minute. */
async function remind(backend: Backend, customer: TestUser, { hoursFromNow }: { hoursFromNow: number }) {
  const { first, barber } = await openTwoBarbershops(backend)
  const { id, startsAt } = await addAppointment(backend, first, {
    customerId: customer.user.id,
    status: 'CONFIRMED',
    hoursFromNow,
  })
  const updated_at = new Date(Date.now() - 48 * 3_600_000)
  await backend.db.updateTable('appointments').set({ updated_at }).where('id', '=', id).execute()
  await planDueReminders(backend.db, backend.now())
  return { barber, startsAt, path: await readFromEmail(customer.email, link) }
}

test('a reminder is confirmed without a login, and the barber sees the reply', async ({ page, backend, watch }) => {
  watch.expect(/^GET \/api\/reminders\/\S+ 422$/)
  const customer = await createSignedInUser(backend, { name: 'Lia Prado' })
  const { barber, path } = await remind(backend, customer, { hoursFromNow: 23.5 })
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: 'Você vem?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Barbearia do Largo')
  await expect(page.getByRole('main')).not.toContainText('Lia')
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  expect(sent, 'opening the page changes nothing').toEqual([])

  await page.getByRole('button', { name: 'Confirmar presença' }).click()
  await expect(page.getByRole('heading', { name: 'Presença confirmada' })).toBeVisible()
  await checkAccessibility(page)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments?ver=lista')
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /Lia Prado/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Lia Prado' })).toContainText('Presença confirmada')
  await openPage(page, '/notifications')
  await expect(page.getByRole('main')).toContainText('Lia Prado confirmou que vem')

  await openPage(page, path)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await dialog.getByLabel('Motivo (opcional)').fill('Fiquei doente')
  await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(page.getByRole('heading', { name: 'Agendamento cancelado' })).toBeVisible()
  await reloadPage(page)
  await expect(page.getByRole('heading', { name: 'Agendamento cancelado' })).toBeVisible()
  await openPage(page, alterToken(path))
  await expect(page.getByRole('alert')).toContainText('Este link não vale mais.')
  await checkAccessibility(page)
})

test('after the cancellation deadline the page offers no cancellation', async ({ page, backend }) => {
  const customer = await createSignedInUser(backend)
  const { path } = await remind(backend, customer, { hoursFromNow: 1.9 })
  await openPage(page, path)
  await expect(page.getByRole('button', { name: 'Confirmar presença' })).toBeVisible()
  await expect(page.getByText(/aceita cancelamentos até 2\sh antes/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancelar' })).toHaveCount(0)
})

test('the calendar feed has a link that can be replaced and switched off', async ({ page, backend, customer }) => {
  const { first } = await openTwoBarbershops(backend)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 40 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/profile#calendario')
  const section = page.getByRole('region', { name: 'Agenda no seu calendário' })
  await section.getByRole('button', { name: 'Criar link do calendário' }).click()
  await holdTimers(page)
  await section.getByRole('button', { name: 'Copiar link' }).click()
  await expect(page.getByText('Link copiado')).toBeVisible()
  const url = await pasteCopiedText(page)
  await expect(section.getByRole('link', { name: 'Abrir no calendário' })).toHaveAttribute(
    'href',
    url.replace(/^https?/, 'webcal'),
  )
  const calendar = await fetch(url)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain('SUMMARY:Corte na régua na Barbearia do Largo')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await section.getByRole('button', { name: 'Trocar o link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar o link' }).click()
  const field = section.getByLabel('Link do seu calendário')
  await expect(field).not.toHaveValue(url)
  const renewed = await field.inputValue()
  expect([(await fetch(url)).status, (await fetch(renewed)).status]).toEqual([404, 200])
  await reloadPage(page)
  await expect(section.getByText(/Ligado desde/)).toBeVisible()
  await section.getByRole('button', { name: 'Desligar' }).click()
  await expect(section.getByRole('button', { name: 'Criar link do calendário' })).toBeVisible()
  expect((await fetch(renewed)).status).toBe(404)
})

test('WhatsApp reminders require consent', async ({ page, backend }) => {
  const user = await createSignedInUser(backend, { name: 'Rita Prado', phone: '92900001111' })
  await signInAs(page, user)
  await openPage(page, '/profile#notificacoes')
  const box = page.getByRole('checkbox', { name: 'Quero receber lembretes pelo WhatsApp' })
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(page.getByText(/Você aceitou em \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await checkAccessibility(page)
  await remind(backend, user, { hoursFromNow: 23 })
  await expect.poll(() => readFromEmail('+5592900001111', link).catch(() => '')).toMatch(link)
  await openPage(page, '/dev/outbox')
  await expect(page.getByText('Para (92) 90000-1111').first()).toBeVisible()
  await openPage(page, '/profile#notificacoes')
  await box.click()
  await expect(box).not.toBeChecked()
  await reloadPage(page)
  await expect(box).not.toBeChecked()

  await signInAs(page, await createSignedInUser(backend))
  await openPage(page, '/profile#notificacoes')
  await expect(box).toBeDisabled()
  await expect(page.getByText('informe seu telefone em Editar Perfil')).toBeVisible()
})
