import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, pickFromList, resultOf, slotsOf, summaryOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { expect, test } from './test.ts'

/** Opens the list of further services and adds one. */
async function addService(page: Page, name: string) {
  await page.getByRole('button', { name: 'Adicionar serviço' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar serviço' })
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog).toBeHidden()
}

const rescheduleButton = (page: Page) =>
  page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true })

type DemoBarbershop = Awaited<ReturnType<typeof findDemoBarbershop>>

/** Any barber and three services, of which one is taken out again. */
async function chooseTwoServices(page: Page, { services, bookingPath }: DemoBarbershop) {
  const [, beard = '', other = ''] = services.map(({ name }) => name)
  await openPage(page, bookingPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Escolha seu horário')
  expect(await pickFromList(page, 'Barbeiro', 0)).toBe('Qualquer barbeiro')
  await expect(page).toHaveURL(/\/booking\/any\//)
  await addService(page, beard)
  await addService(page, other)
  await expect(page.getByText('3 serviços,')).toBeVisible()
  await page.getByRole('button', { name: `Remover ${other}` }).click()
  await expect(page.getByRole('button', { name: 'Adicionar serviço' })).toBeFocused()
}

/** The summary has the price and the duration of the combination. */
async function expectCombination(page: Page, { services, combinations }: DemoBarbershop) {
  const [cut = '', beard = ''] = services.map(({ name }) => name)
  const [combination] = combinations
  await expect(summaryOf(page)).toContainText(`${cut} + ${beard}`)
  await expect(summaryOf(page)).toContainText(`${combination?.durationMin} minutos`)
  await expect(summaryOf(page)).toContainText(`${(combination?.priceCents ?? 0) / 100},00`)
}

/** Returns the id of what was booked. The page shows which barber it is. */
async function book(page: Page, { barbers }: DemoBarbershop) {
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/appointments'),
  )
  await confirmButton(page).click()
  await expect(resultOf(page)).toBeVisible()
  const { appointment } = (await (await created).json()) as { appointment: { id: string; barber: { name: string } } }
  expect(barbers.map(({ name }) => name)).toContain(appointment.barber.name)
  await expect(resultOf(page)).toContainText(
    /A confirmar até ((amanhã|\p{L}{3}), )?\d+h(\d\d)?\.\s*O horário já está guardado para você|espera você\./u,
  )
  return appointment.id
}

/** Services stay, and the current slot is marked. */
async function reschedule(page: Page) {
  await openPage(page, '/customer/appointments')
  await page
    .getByRole('link', { name: /Remarcar/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
  await expect(page.getByText('Horário atual:')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Serviço:/ })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /seu horário atual/ })).toBeDisabled()
  await expect(rescheduleButton(page)).toBeDisabled()
  await pickDay(page, { after: 4 })
  await slotsOf(page).nth(1).check()
  await checkAccessibility(page)
  await rescheduleButton(page).click()
  await expect(page.getByText('Agendamento remarcado!')).toBeVisible()
  await expect(page.getByText('Seu agendamento foi remarcado com sucesso.')).toBeVisible()
  await expect(page).toHaveURL(/\/customer\/appointments/)
}

test('books two services with any barber and reschedules both [1.2, 2.63, 2.69, 8.12]', async ({ page, customer }) => {
  const shop = await findDemoBarbershop()
  await chooseTwoServices(page, shop)
  await pickDay(page, { after: 2 })
  await slotsOf(page).nth(2).check()
  await expectCombination(page, shop)
  await reloadPage(page)
  await expectCombination(page, shop)
  await checkAccessibility(page)
  const id = await book(page, shop)

  const read = async () =>
    (await requestApi(appointmentsApi.get, { params: { id }, token: customer.token })).body.appointment
  const before = await read()
  await reschedule(page)
  const after = await read()
  expect(after.startTime).not.toBe(before.startTime)
  expect({ ...after, startTime: '', endTime: '', changeableUntil: '', confirmBy: '' }).toEqual({
    ...before,
    version: before.version + 1,
    startTime: '',
    endTime: '',
    changeableUntil: '',
    confirmBy: '',
  })
})

test('reschedules to a dearer barber: price and duration are said before the tap, both barbers are notified [8.12]', async ({
  page,
  backend,
  customer,
}) => {
  const { shop, barber, colleague } = await openAlwaysOpenBarbershop(backend)
  const { id: colleagueId } = await backend.db
    .selectFrom('barbers')
    .select('id')
    .where('user_id', '=', colleague.user.id)
    .executeTakeFirstOrThrow()
  const terms = { price_cents: 6000, duration_min: 45, service_id: shop.serviceId, barbershop_id: shop.id }
  await backend.db
    .insertInto('barber_services')
    .values({ ...terms, barber_id: colleagueId })
    .execute()
  const fields = { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 30 } as const
  const { id } = await addAppointment(backend, shop, fields)
  await openPage(page, `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}?reschedule=${id}`)
  await page.getByRole('button', { name: /^Barbeiro: Tonho Valadares/ }).click()
  const option = page.getByRole('dialog', { name: 'Escolha o barbeiro' }).getByRole('button', { name: /^Lia Fontes/ })
  await expect(option).toContainText(/R\$\s60,00 em vez de R\$\s\d+,00, 45 min/)
  await option.click()
  await expect(page.getByRole('button', { name: /^Barbeiro: Lia Fontes/ })).toBeFocused()
  await expect(summaryOf(page)).toContainText('60,00')
  await slotsOf(page).nth(2).check()
  await checkAccessibility(page)
  await rescheduleButton(page).click()
  await expect(page.getByText('Agendamento remarcado!')).toBeVisible()
  const { appointment } = (await requestApi(appointmentsApi.get, { params: { id }, token: customer.token })).body
  expect(appointment).toMatchObject({ barber: { name: 'Lia Fontes' }, priceCents: 6000, durationMin: 45 })
  const notified = await backend.db
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', [barber.user.id, colleague.user.id])
    .execute()
  expect(notified).toHaveLength(2)
})

test('a cancelled or unknown appointment cannot be rescheduled', async ({ page, backend, customer, watch }) => {
  watch.expect(/^GET \/api\/appointments\/[\w-]+ 404$/)
  const { shop } = await openAlwaysOpenBarbershop(backend)
  const fields = { customerId: customer.user.id, status: 'CANCELLED', hoursFromNow: 30 } as const
  const { id } = await addAppointment(backend, shop, fields)
  const bookingPath = `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`
  await openPage(page, `${bookingPath}?reschedule=${id}`)
  await expect(page.getByRole('heading', { name: 'Este agendamento foi cancelado.' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Voltar para meus agendamentos' }).click()
  await expect(page).toHaveURL(/\/customer\/appointments/)
  await openPage(page, `${bookingPath}?reschedule=${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Agendamento não encontrado.' })).toBeVisible()
})
