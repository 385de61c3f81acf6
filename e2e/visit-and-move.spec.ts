import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import { confirmButton, pickDay, pickFromList, summaryOf, timesOf } from './steps/booking.ts'
import { call } from './steps/call.ts'
import { isPhone } from './steps/screen.ts'
import { findShowcase } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

/** Opens the list of what else can be done in the visit, and takes the first of it. */
async function addService(page: Page, name: string) {
  await page.getByRole('button', { name: 'Adicionar serviço' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar serviço' })
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog).toBeHidden()
}

const moveButton = (page: Page) => page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true })

test('two services with any barber, and later another time for both', async ({ page, customer, watch }) => {
  const shop = await findShowcase()
  const [cut = '', beard = '', other = ''] = shop.services.map(({ name }) => name)
  const [combination] = shop.combinations

  await test.step('any barber takes what is asked for', async () => {
    await visit(page, shop.bookingPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Escolha seu horário')
    expect(await pickFromList(page, 'Barbeiro', 0)).toBe('Qualquer barbeiro')
    await expect(page).toHaveURL(/\/booking\/any\//)
    await addService(page, beard)
    await addService(page, other)
    await expect(page.getByText('3 serviços,')).toBeVisible()
    await page.getByRole('button', { name: `Remover ${other}` }).click()
    await expect(page.getByRole('button', { name: 'Adicionar serviço' })).toBeFocused()
  })

  // Each width takes days of its own: both walk at the same time, and one chair has one winner.
  await test.step('the shop’s own price for both stands there, and survives a reload', async () => {
    await pickDay(page, { after: isPhone(page) ? 2 : 3 })
    await timesOf(page).nth(2).check()
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await expect(summaryOf(page)).toContainText(`${cut} + ${beard}`)
      await expect(summaryOf(page)).toContainText(`${combination?.durationMin} minutos`)
      await expect(summaryOf(page)).toContainText(`${(combination?.priceCents ?? 0) / 100},00`)
    }
    await axeCheck(page)
  })

  const id = await test.step('books, and is told who it will be', async () => {
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/appointments'),
    )
    await confirmButton(page).click()
    await expect(page.getByText('Agendamento criado com sucesso!')).toBeVisible()
    const { appointment } = (await (await answer).json()) as { appointment: { id: string; barber: { name: string } } }
    expect(shop.barbers.map(({ name }) => name)).toContain(appointment.barber.name)
    await expect(page.getByRole('region', { name: 'Marcou, é seu.' })).toContainText(appointment.barber.name)
    return appointment.id
  })
  const read = async () => (await call(appointmentsApi.get, { params: { id }, token: customer.token })).body.appointment
  const before = await read()

  await test.step('moves it: barber and services stay, the time of now is marked', async () => {
    await visit(page, '/customer/appointments')
    await page
      .getByRole('link', { name: /Remarcar/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remarcar Horário')
    await expect(page.getByText('Horário atual:')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Barbeiro|Serviço):/ })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /seu horário atual/ })).toBeDisabled()
    await expect(moveButton(page)).toBeDisabled()
    await pickDay(page, { after: isPhone(page) ? 4 : 5 })
    await timesOf(page).nth(1).check()
    await axeCheck(page)
    await moveButton(page).click()
    await expect(page.getByText('Agendamento remarcado!')).toBeVisible()
    await expect(page.getByText('Seu agendamento foi remarcado com sucesso.')).toBeVisible()
    await expect(page).toHaveURL(/\/customer\/appointments/)
  })
  const after = await read()
  expect(after.startTime).not.toBe(before.startTime)
  expect({ ...after, startTime: '', endTime: '', changeableUntil: '' }).toEqual({
    ...before,
    startTime: '',
    endTime: '',
    changeableUntil: '',
  })

  await test.step('what is over does not move any more, nor what is nobody’s', async () => {
    watch.expect(/^GET \/api\/appointments\/[\w-]+ 404$/)
    await call(appointmentsApi.cancel, { params: { id }, token: customer.token })
    await visit(page, `${shop.bookingPath}?reschedule=${id}`)
    await expect(page.getByRole('heading', { name: 'Este agendamento foi cancelado.' })).toBeVisible()
    await axeCheck(page)
    await page.getByRole('link', { name: 'Voltar para meus agendamentos' }).click()
    await expect(page).toHaveURL(/\/customer\/appointments/)
    await visit(page, `${shop.bookingPath}?reschedule=${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Agendamento não encontrado.' })).toBeVisible()
  })
})
