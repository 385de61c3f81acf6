import { appointmentsApi } from '@na-regua/contract/appointments'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test('another service is four taps from the day, another price one more; the customer has it, and it is undone', async ({
  page,
  backend,
}) => {
  const { barber, shop } = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  const customerId = ana.user.id
  await addAppointment(backend, shop, { customerId, status: 'COMPLETED', hoursFromNow: -24 })
  const { id } = await addAppointment(backend, shop, { customerId, status: 'CONFIRMED', hoursFromNow: 2 })
  const countedTaps = await countTaps(page)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await page
    .getByRole('button', { name: /Ana Lua/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Ana Lua' })
  await expect(details.getByRole('region', { name: 'Últimas visitas' })).toContainText('Corte na régua')
  await checkAccessibility(page)
  await details.getByRole('button', { name: 'Mudar serviço ou valor' }).click()
  const sheet = page.getByRole('dialog', { name: 'Mudar atendimento: Ana Lua' })
  await sheet.getByRole('button', { name: /Barba/ }).click()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const letTimePass = await holdTimers(page)
  await sheet.getByRole('button', { name: 'Salvar: 50 min, R$ 75,00' }).click()
  const toast = page.getByRole('status', { name: 'Avisos' })
  await expect(toast).toContainText('Corte na régua + Barba com Tonho Valadares, 50 min, R$ 75,00')
  expect(countedTaps()).toBe(4)
  const own = await requestApi(appointmentsApi.get, { token: ana.token, params: { id } })
  expect(own.body.appointment).toMatchObject({ durationMin: 50, priceCents: 7500 })
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await expect(toast).toContainText('de volta: Corte na régua')
  await letTimePass()

  await page
    .getByRole('button', { name: /Ana Lua/ })
    .first()
    .click()
  await details.getByRole('button', { name: 'Mudar serviço ou valor' }).click()
  await sheet.getByLabel('Valor').fill('40')
  await sheet.getByRole('button', { name: 'Cortesia' }).click()
  await checkAccessibility(page)
  await sheet.getByRole('button', { name: 'Salvar: 30 min, R$ 40,00' }).click()
  await expect(sheet).toBeHidden()
  await page
    .getByRole('button', { name: /Ana Lua/ })
    .first()
    .click()
  await expect(details).toContainText('Era R$ 45,00. Cortesia (Tonho Valadares)')
})

test('who is late and what was forgotten take one tap each, and all one', async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  const put = async (name: string, hoursFromNow: number) => {
    const { user } = await createSignedInUser(backend, { name })
    return addAppointment(backend, shop, { customerId: user.id, status: 'CONFIRMED', hoursFromNow })
  }
  await put('Ana Lua', -0.35)
  await put('Bia Rocha', -3)
  await put('Caio Sol', -26)
  await put('Davi Luz', -50)
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const late = page.getByRole('region', { name: /^Atrasados/ })
  await expect(late).toContainText(/2\d min de atraso, com Tonho Valadares/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const letTimePass = await holdTimers(page)
  await late.getByRole('button', { name: 'Chegou: Ana Lua' }).click()
  await expect(late).toBeHidden()
  const toast = page.getByRole('status', { name: 'Avisos' })
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await expect(late).toBeVisible()

  const forgotten = page.getByText('Faltou dizer')
  const all = page.getByRole('button', { name: 'Todos vieram (3)' })
  await expect(page.getByText('3 visitas passaram')).toBeVisible()
  if (!(await all.isVisible())) await forgotten.click()
  await expect(page.getByRole('button', { name: /^Caio Sol Ontem/ })).toBeVisible()
  await checkAccessibility(page)
  await all.click()
  await expect(toast).toContainText('3 clientes vieram')
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await letTimePass()
  await page.getByRole('button', { name: 'Não veio: Bia Rocha' }).click()
  await page.getByRole('button', { name: 'Veio: Caio Sol', exact: true }).click()
  await expect(page.getByText('1 visita passou')).toBeVisible()
})
