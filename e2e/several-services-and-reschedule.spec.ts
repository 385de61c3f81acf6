import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, pickFromList, resultOf, slotsOf, summaryOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
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

test('books two services with any barber and reschedules both [1.2, 2.63, 2.69, 8.12]', async ({
  page,
  customer,
  watch,
}) => {
  const shop = await findDemoBarbershop()
  const [cut = '', beard = '', other = ''] = shop.services.map(({ name }) => name)
  const [combination] = shop.combinations

  await test.step('chooses any barber and two services', async () => {
    await openPage(page, shop.bookingPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Escolha seu horário')
    expect(await pickFromList(page, 'Barbeiro', 0)).toBe('Qualquer barbeiro')
    await expect(page).toHaveURL(/\/booking\/any\//)
    await addService(page, beard)
    await addService(page, other)
    await expect(page.getByText('3 serviços,')).toBeVisible()
    await page.getByRole('button', { name: `Remover ${other}` }).click()
    await expect(page.getByRole('button', { name: 'Adicionar serviço' })).toBeFocused()
  })

  await test.step('the price of the combination is shown, and survives a reload', async () => {
    await pickDay(page, { after: 2 })
    await slotsOf(page).nth(2).check()
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await expect(summaryOf(page)).toContainText(`${cut} + ${beard}`)
      await expect(summaryOf(page)).toContainText(`${combination?.durationMin} minutos`)
      await expect(summaryOf(page)).toContainText(`${(combination?.priceCents ?? 0) / 100},00`)
    }
    await checkAccessibility(page)
  })

  const id = await test.step('books, and sees which barber it is', async () => {
    const created = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/appointments'),
    )
    await confirmButton(page).click()
    await expect(resultOf(page)).toBeVisible()
    const { appointment } = (await (await created).json()) as { appointment: { id: string; barber: { name: string } } }
    expect(shop.barbers.map(({ name }) => name)).toContain(appointment.barber.name)
    await expect(resultOf(page)).toContainText(
      new RegExp(`${appointment.barber.name} confirma até (hoje|\\p{L}{3}), \\d+h(\\d\\d)?; avisamos você`, 'u'),
    )
    return appointment.id
  })
  const read = async () =>
    (await requestApi(appointmentsApi.get, { params: { id }, token: customer.token })).body.appointment
  const before = await read()

  await test.step('reschedules it: barber and services stay, the current slot is marked', async () => {
    await openPage(page, '/customer/appointments')
    await page
      .getByRole('link', { name: /Remarcar/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
    await expect(page.getByText('Horário atual:')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Barbeiro|Serviço):/ })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /seu horário atual/ })).toBeDisabled()
    await expect(rescheduleButton(page)).toBeDisabled()
    await pickDay(page, { after: 4 })
    await slotsOf(page).nth(1).check()
    await checkAccessibility(page)
    await rescheduleButton(page).click()
    await expect(page.getByText('Agendamento remarcado!')).toBeVisible()
    await expect(page.getByText('Seu agendamento foi remarcado com sucesso.')).toBeVisible()
    await expect(page).toHaveURL(/\/customer\/appointments/)
  })
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

  await test.step('a cancelled or unknown appointment cannot be rescheduled', async () => {
    watch.expect(/^GET \/api\/appointments\/[\w-]+ 404$/)
    await requestApi(appointmentsApi.cancel, { params: { id }, token: customer.token })
    await openPage(page, `${shop.bookingPath}?reschedule=${id}`)
    await expect(page.getByRole('heading', { name: 'Este agendamento foi cancelado.' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Voltar para meus agendamentos' }).click()
    await expect(page).toHaveURL(/\/customer\/appointments/)
    await openPage(page, `${shop.bookingPath}?reschedule=${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Agendamento não encontrado.' })).toBeVisible()
  })
})
