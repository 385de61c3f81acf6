import { seriesApi } from '@na-regua/contract/series'
import { createSubscription } from '../server/test/factories.ts'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, HOUR } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { openPhoneBooking } from './steps/phone-booking.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** An appointment of Ana in two days, in a barbershop that confirms at once. */
async function openRegularScene(backend: Backend, hoursFromNow = 50) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop } = scene
  await backend.db.updateTable('barbershops').set({ auto_confirmation: 'everyone' }).where('id', '=', shop.id).execute()
  const ana = await createSignedInUser(backend, { name: 'Ana Sempre Igual' })
  // Long ago: of a customer who was never served few dates are booked.
  const visit = { customerId: ana.user.id, status: 'COMPLETED' as const, hoursFromNow: -300 * 24 }
  await addAppointment(backend, shop, visit)
  const booking = { customerId: ana.user.id, status: 'CONFIRMED' as const, hoursFromNow }
  return { ...scene, ana, id: (await addAppointment(backend, shop, booking)).id }
}

/** '2026-11-23': '23/11'. */
const toShortDate = (date: string) => `${date.slice(8)}/${date.slice(5, 7)}`

/** The same, with the barbershop closed four weeks after it. */
async function openHolidayScene(backend: Backend) {
  const scene = await openRegularScene(backend)
  const holiday = dateAtBarbershop(backend.now(), scene.timeZone, 2 + 28)
  await backend.db
    .insertInto('special_dates')
    .values({ barbershop_id: scene.shop.id, date: holiday, reason: 'Feriado' })
    .execute()
  return { ...scene, holiday: toShortDate(holiday) }
}

test('a standing appointment over a holiday: made, another time chosen, paused and ended', async ({
  page,
  backend,
}) => {
  const { ana, holiday } = await openHolidayScene(backend)
  await signInAs(page, ana)
  await openPage(page, '/customer/appointments')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Repetir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Horário fixo' })
  await dialog.getByLabel('Repetir', { exact: true }).selectOption('1')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Repetir toda semana' }).click()
  await expect(dialog.getByText('Marcado', { exact: true })).toHaveCount(7)
  await expect(dialog.getByRole('listitem').filter({ hasText: holiday })).toContainText('Escolha outro')
  await dialog.getByRole('button', { name: 'Pronto' }).click()

  const section = page.getByRole('region', { name: 'Horário fixo' })
  const choice = section.getByRole('group', { name: new RegExp(`^Outro horário para .*${holiday}`) })
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await choice.getByRole('button').first().click()
  await expect(section.getByText('Marcado', { exact: true })).toHaveCount(8)
  await expect(section.getByText('Escolha outro')).toHaveCount(0)

  await section.getByRole('button', { name: 'Pausar' }).click()
  await section.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
  await expect(section.getByText('Em pausa: nenhuma data nova é marcada.')).toBeVisible()
  await section.getByRole('button', { name: 'Retomar' }).click()
  await expect(section.getByText('Marcado', { exact: true })).toHaveCount(7)
  await section.getByRole('button', { name: 'Encerrar' }).click()
  await section.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
  await expect(section.getByText('Encerrado a pedido do cliente.')).toBeVisible()
})

test('another barber with a long name is offered, and the times fit on a phone', async ({ page, backend }) => {
  const now = backend.now().getTime()
  // At a full hour, when a slot of the other barber begins.
  const start = Math.ceil((now + 50 * HOUR) / HOUR) * HOUR
  const { ana, colleague, shop } = await openRegularScene(backend, (start - now) / HOUR)
  const name = 'Gilson Albuquerque Cavalcanti de Vasconcelos'
  await backend.db.updateTable('users').set({ name }).where('id', '=', colleague.user.id).execute()
  const nextWeek = start + 7 * 24 * HOUR
  const span = { starts_at: new Date(nextWeek - 2 * HOUR), ends_at: new Date(nextWeek + 2 * HOUR) }
  await backend.db
    .insertInto('time_off')
    .values({ barber_id: shop.barberId, ...span })
    .execute()
  await signInAs(page, ana)
  await openPage(page, '/customer/appointments')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Repetir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Horário fixo' })
  await dialog.getByLabel('Repetir', { exact: true }).selectOption('1')
  await dialog.getByRole('button', { name: 'Repetir toda semana' }).click()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  const choice = page.getByRole('group', { name: /^Outro horário para / }).getByRole('button', { name: `com ${name}` })
  await expect(choice).toBeVisible()
  const isWhole = await choice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  expect(isWhole, 'the name is not cut off').toBe(true)
  await expectNoHorizontalScroll(page)
})

test('a holiday entered after booking: the owner offers other times, and the customer chooses', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^(PUT \S+\/operating-hours|POST \S+\/displacements) 409$/)
  const { ana, id, owner, shop, timeZone } = await openRegularScene(backend)
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { provider: 'free' })
  await requestApi(seriesApi.create, { params: { id }, body: { intervalWeeks: 1 }, token: ana.token })
  const holiday = dateAtBarbershop(backend.now(), timeZone, 2 + 14)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Horários de ${shop.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Horários' })
  await dialog.getByRole('button', { name: 'Adicionar data' }).click()
  await dialog.getByLabel('Dia', { exact: true }).fill(holiday)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const plan = page.getByRole('dialog', { name: 'Há 1 agendamento marcado' })
  await expect(plan.getByRole('listitem')).toContainText(['Horário fixo'])
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await plan.getByRole('button', { name: 'Salvar e avisar' }).click()
  await expect(plan).toBeHidden()
  await expect(dialog).toBeHidden()

  await signInAs(page, ana)
  await openPage(page, '/customer/appointments')
  const section = page.getByRole('region', { name: 'Horário fixo' })
  const choice = section.getByRole('group', { name: new RegExp(`^Outro horário para .*${toShortDate(holiday)}`) })
  await choice.getByRole('button').first().click()
  await expect(section.getByText('Marcado', { exact: true })).toHaveCount(8)
})

test('one date is cancelled alone, or with the next ones', async ({ page, backend }) => {
  const { ana, id } = await openHolidayScene(backend)
  const { body } = await requestApi(seriesApi.create, { params: { id }, body: { intervalWeeks: 2 }, token: ana.token })
  expect(body.series.dates).toHaveLength(4)
  await signInAs(page, ana)
  await openPage(page, '/customer/appointments')
  const last = body.series.dates[3]?.appointment
  const card = page.locator(`#cartao-${last?.id}`)
  await card.getByRole('button', { name: /^\D+, \d/ }).click()
  await card.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar agendamento' })
  await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(card).toContainText('Cancelado')
  const first = page.locator(`#cartao-${id}`)
  await first.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await dialog.getByRole('button', { name: 'Este e os próximos' }).click()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Cancelar agendamento' }).click()
  await expect(first).toContainText('Cancelado')
  const section = page.getByRole('region', { name: 'Horário fixo' })
  await expect(section).toContainText('Encerrado')
})

test('this date and the next ones move to another time', async ({ page, backend }) => {
  const { ana, id } = await openHolidayScene(backend)
  const { body } = await requestApi(seriesApi.create, { params: { id }, body: { intervalWeeks: 1 }, token: ana.token })
  await signInAs(page, ana)
  await openPage(page, '/customer/appointments')
  await page.locator(`#cartao-${id}`).getByRole('link', { name: 'Remarcar' }).click()
  await page.getByRole('button', { name: 'Este e os próximos' }).click()
  const slots = page.getByRole('radiogroup', { name: /^Horários livres de/ }).getByRole('radio')
  await slots.last().check({ force: true })
  await page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true }).click()
  await expect(page.getByText('Este e os próximos foram remarcados.')).toBeVisible()
  const { body: moved } = await requestApi(seriesApi.get, { params: { id: body.series.id }, token: ana.token })
  expect(moved.series.time).not.toBe(body.series.time)
  const booked = moved.series.dates.filter(({ status }) => status === 'BOOKED')
  expect(booked).toHaveLength(7)
  expect(booked.every(({ reason }) => reason === null)).toBe(true)
})

test('staff make one for a customer on the phone, see it on the board, and end it', async ({ page, backend }) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const dialog = await openPhoneBooking(page, { phone: '62966664444', name: 'Rui Toda Semana' })
  await dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button').nth(5).click()
  await dialog.getByRole('button', { name: /^Marcar às/ }).click()
  const booked = page.getByRole('dialog', { name: 'Horário marcado' })
  await booked.getByText('Horário fixo: repetir este horário').click()
  await booked.getByLabel('Repetir', { exact: true }).selectOption('2')
  await booked.getByRole('button', { name: 'Repetir a cada 2 semanas' }).click()
  await expect(booked.getByText('Marcado', { exact: true }).first()).toBeVisible()
  await booked.getByRole('button', { name: 'Pronto' }).click()

  await page
    .getByRole('button', { name: /Rui Toda Semana/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Rui Toda Semana' })
  await details.getByRole('button', { name: 'Horário fixo' }).click()
  const dates = page.getByRole('dialog', { name: 'Horário fixo' })
  await expect(dates).toContainText('A cada 2 semanas')
  await checkAccessibility(page)
  await dates.getByRole('button', { name: 'Encerrar' }).click()
  await dates.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
  await expect(page.getByText('Horário fixo encerrado')).toBeVisible()
  // Its appointment of today is cancelled, too.
  await expect(page.getByRole('button', { name: /Rui Toda Semana/ })).toHaveCount(0)
})
