import { planDue } from '../server/src/features/appointments/reminders/queries.ts'
import { openTwoShops, seat } from './app/agendas.ts'
import type { World } from './app/world.ts'
import { axeCheck } from './steps/accessibility.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson, enterAs, type Person } from './steps/people.ts'
import { readLetter } from './steps/read-code.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

const link = /\/agendamento\/[\w-]{54}/

/** Agreed on two days ago, due to be reminded of; then the look that the schedule takes each minute. */
async function remind(world: World, customer: Person, { hoursFromNow }: { hoursFromNow: number }) {
  const { first, barber } = await openTwoShops(world)
  const { id, startsAt } = await seat(world, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow })
  const updated_at = new Date(Date.now() - 48 * 3_600_000)
  await world.db.updateTable('appointments').set({ updated_at }).where('id', '=', id).execute()
  await planDue(world.db, world.now())
  return { barber, startsAt, path: await readLetter(customer.email, link) }
}

test('a reminder is answered without a login, and the barber sees who comes', async ({ page, world, watch }) => {
  watch.expect(/^GET \/api\/reminders\/\S+ 422$/)
  const customer = await createPerson(world, { name: 'Lia Prado' })
  const { barber, path } = await remind(world, customer, { hoursFromNow: 23.5 })
  const asked: string[] = []
  page.on('request', (made) => made.method() !== 'GET' && asked.push(made.url()))
  await visit(page, path)
  await expect(page.getByRole('heading', { name: 'Você vem?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Barbearia do Largo')
  await expect(page.getByRole('main')).not.toContainText('Lia')
  await axeCheck(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await axeCheck(page)
  await expectNoSidewaysScroll(page)
  expect(asked, 'looking changes nothing').toEqual([])

  await page.getByRole('button', { name: 'Confirmar presença' }).click()
  await expect(page.getByRole('heading', { name: 'Presença confirmada' })).toBeVisible()
  await axeCheck(page)
  await enterAs(page, barber)
  await visit(page, '/barber/appointments?ver=lista')
  const card = page.getByRole('article').filter({ hasText: 'Lia Prado' })
  await expect(card).toContainText('Presença confirmada')
  await visit(page, '/notifications')
  await expect(page.getByRole('main')).toContainText('Lia Prado confirmou que vem')

  await visit(page, path)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await dialog.getByLabel('Motivo (opcional)').fill('Fiquei doente')
  await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(page.getByRole('heading', { name: 'Agendamento cancelado' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Agendamento cancelado' })).toBeVisible()
  await visit(page, `${path.slice(0, -2)}AA`)
  await expect(page.getByRole('alert')).toContainText('Este link não vale mais.')
  await axeCheck(page)
})

test('after the notice of the shop only its phone helps', { tag: '@phone' }, async ({ page, world }) => {
  const customer = await createPerson(world)
  const { path } = await remind(world, customer, { hoursFromNow: 1.9 })
  await visit(page, path)
  await expect(page.getByRole('button', { name: 'Confirmar presença' })).toBeVisible()
  await expect(page.getByText(/aceita cancelamentos até 2 horas antes/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancelar' })).toHaveCount(0)
})

test('a calendar follows one’s appointments by an address that can be changed and switched off', async ({
  page,
  world,
  customer,
}) => {
  const { first } = await openTwoShops(world)
  await seat(world, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 40 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/profile')
  const section = page.getByRole('region', { name: 'Agenda no seu calendário' })
  await section.getByRole('button', { name: 'Criar link do calendário' }).click()
  await section.getByRole('button', { name: 'Copiar link' }).click()
  await expect(page.getByText('Link copiado')).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  await expect(section.getByRole('link', { name: 'Abrir no calendário' })).toHaveAttribute(
    'href',
    url.replace(/^https?/, 'webcal'),
  )
  const calendar = await fetch(url)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain('SUMMARY:Corte na régua na Barbearia do Largo')
  await axeCheck(page)
  await expectNoSidewaysScroll(page)

  await section.getByRole('button', { name: 'Trocar o link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar o link' }).click()
  const field = section.getByLabel('Link do seu calendário')
  await expect(field).not.toHaveValue(url)
  const renewed = await field.inputValue()
  expect([(await fetch(url)).status, (await fetch(renewed)).status]).toEqual([404, 200])
  await page.reload()
  await expect(section.getByText(/Ligado desde/)).toBeVisible()
  await section.getByRole('button', { name: 'Desligar' }).click()
  await expect(section.getByRole('button', { name: 'Criar link do calendário' })).toBeVisible()
  expect((await fetch(renewed)).status).toBe(404)
})

test('messages on the phone come only to whom asked for them', { tag: '@phone' }, async ({ page, world }) => {
  const person = await createPerson(world, { name: 'Rita Prado', phone: '92900001111' })
  await enterAs(page, person)
  await visit(page, '/profile#notificacoes')
  const box = page.getByRole('checkbox', { name: 'Quero receber lembretes pelo WhatsApp' })
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(page.getByText(/Você aceitou em \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await axeCheck(page)
  await remind(world, person, { hoursFromNow: 23 })
  await expect.poll(() => readLetter('+5592900001111', link).catch(() => '')).toMatch(link)
  await visit(page, '/dev/outbox')
  await expect(page.getByText('Para (92) 90000-1111').first()).toBeVisible()
  await visit(page, '/profile')
  await box.click()
  await expect(box).not.toBeChecked()
  await page.reload()
  await expect(box).not.toBeChecked()

  await enterAs(page, await createPerson(world))
  await visit(page, '/profile')
  await expect(box).toBeDisabled()
  await expect(page.getByText('informe seu telefone em Editar Perfil')).toBeVisible()
})
