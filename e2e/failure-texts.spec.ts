import type { Page, Route } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { pickDay, slotsOf } from './steps/booking.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { logIn } from './steps/log-in.ts'
import { openPage } from './steps/open-page.ts'
import { buyPlan, testPassword } from './steps/payments.ts'
import { readCode } from './steps/read-email.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** Fails without a message, as a proxy does. */
const fail = (route: Route) => route.fulfill({ status: 500, body: '' })
const seen = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('a login and a registration that fail without a reason say so [8.2, 8.3]', async ({ page, watch }) => {
  watch.expect(/^POST \/api\/auth\/(login|register) 500$/)
  await page.route(/\/api\/auth\/(login|register)$/, fail)
  await openPage(page, '/login')
  await logIn(page, { email: 'joana@naregua.test', password: 'trocadilho-7' })
  await seen(page, 'Erro interno do sistema')

  await openPage(page, '/login?mode=register')
  await page.getByLabel('Nome').fill('Pedro Prado')
  await page.getByLabel('E-mail').fill('pedro@naregua.test')
  await page.getByLabel('Senha', { exact: true }).fill('trocadilho-7')
  await page.getByLabel('Confirmar senha').fill('trocadilho-7')
  await page.locator('altcha-widget label').click()
  await expect(page.locator('altcha-widget')).toContainText(/Verificado/i)
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await seen(page, 'Erro ao criar conta')
})

test('what a customer does with an appointment says how it failed [5.16, 8.21]', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  watch.expect(/^(PATCH|POST) \/api\/\S+ 500$/)
  const { first } = await openTwoBarbershops(backend)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 50 })
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: -50 })
  await page.route(/\/api\/(appointments\/[^/]+\/(cancel|reschedule)|reviews)$/, fail)
  await openPage(page, '/customer/appointments')
  await page.getByRole('button', { name: 'Avaliar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar avaliação' }).click()
  await expect(dialog).toContainText('Avaliação obrigatória')
  await expect(dialog).toContainText('Por favor, selecione uma nota para a barbearia.')
  await dialog.getByRole('radio', { name: '4 estrelas' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Enviar avaliação' }).click()
  await seen(page, 'Erro ao enviar avaliação')
  await expect(page.getByText('Tente novamente').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar agendamento' }).click()
  await seen(page, 'Erro ao cancelar')
  await page.keyboard.press('Escape')
})

test('an appointment that cannot be rescheduled says so [8.12]', async ({ page, backend, customer, watch }) => {
  watch.expect(/^PATCH \/api\/\S+ 500$/)
  const { shop } = await openAlwaysOpenBarbershop(backend)
  await addAppointment(backend, shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 50 })
  await page.route(/\/api\/appointments\/[^/]+\/reschedule$/, fail)
  await openPage(page, '/customer/appointments')
  await page.getByRole('link', { name: /Remarcar/ }).click()
  await pickDay(page, { after: 1 })
  await slotsOf(page).nth(1).check()
  await page.getByRole('button', { name: 'Confirmar Remarcação' }).filter({ visible: true }).click()
  await expect(page.getByText('Erro ao remarcar agendamento. Tente novamente.').filter({ visible: true })).toBeVisible()
})

test('a barber who cannot finish or refuse an appointment is informed [8.21]', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  watch.expect(/^PATCH \/api\/\S+ 500$/)
  const { barber, first } = await openTwoBarbershops(backend)
  await addAppointment(backend, first, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: -0.2 })
  await signInAs(page, barber)
  await page.route(/\/api\/appointments\/[^/]+\/(cancel|complete)$/, fail)
  await openPage(page, '/barber/appointments?status=confirmed')
  await page.getByRole('tabpanel').locator('[data-row]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finalizar' }).click()
  await seen(page, 'Erro ao finalizar')
})

test('the code of a verification that is not sent or not right says so [8.13]', async ({ page, backend, watch }) => {
  watch.expect(/^POST \/api\/users\/\S+ 500$/)
  const shop = await findDemoBarbershop()
  const customer = await createSignedInUser(backend, { name: 'Nina Reis', isEmailVerified: false })
  await signInAs(page, customer)
  await openPage(page, shop.bookingPath)
  await pickDay(page, { after: 3 })
  await slotsOf(page).nth(4).check()
  await page.route('**/api/users/send-email-verification', fail)
  await page.getByRole('button', { name: 'Confirmar agendamento' }).filter({ visible: true }).click()
  await seen(page, 'Erro ao enviar código de verificação. Tente novamente.')
  await page.unroute('**/api/users/send-email-verification')
  await page.route('**/api/users/verify-email-code', fail)
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar código' }).click()
  const digits = page.getByRole('textbox', { name: 'Código de 6 dígitos' })
  await digits.pressSequentially('123456', { delay: 20 })
  await seen(page, 'Código inválido. Tente novamente.')
  await page.unroute('**/api/users/verify-email-code')
  await digits.fill(await readCode(customer.email))
  await seen(page, 'Email verificado com sucesso!')
})

test('the pages of an owner say what could not be loaded, uploaded, created or cancelled [8.14, 8.15, 8.17]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/ 500$/)
  const { owner, first } = await openBarbershopsWithPlan(backend, 'premium')
  await signInAs(page, owner)
  await page.route('**/api/owners/me/barbershops', fail)
  await openPage(page, '/admin')
  await seen(page, 'Erro ao carregar dados da barbearia')
  await page.unroute('**/api/owners/me/barbershops')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()

  await page.route('**/api/uploads*', fail)
  await page.getByRole('button', { name: `Mais de ${first.name}` }).click()
  await page.getByRole('button', { name: `Editar Imagens de ${first.name}` }).click()
  const image = { name: 'corte.png', mimeType: 'image/png', buffer: Buffer.from('x') }
  await page.getByLabel('Adicionar imagens: arquivo').setInputFiles(image)
  await seen(page, 'Erro ao fazer upload da imagem')
})

test('a subscription that cannot be cancelled says so [8.17]', async ({ page, backend, watch }) => {
  watch.expect(/cancel-subscription 500$/)
  const buyer = await createSignedInUser(backend, { name: 'Zélia Nunes', password: testPassword })
  await signInAs(page, await buyPlan(backend, buyer, 'professional'))
  await page.route('**/api/plans/cancel-subscription', fail)
  await openPage(page, '/admin')
  await page.getByRole('region', { name: 'Seu plano' }).getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar assinatura?' })
  await dialog.getByLabel('Sua senha').fill(testPassword)
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(dialog).toContainText('Erro ao cancelar assinatura')
})

test('hours that are not known are named on the page of a barbershop [8.9]', async ({ page, backend }) => {
  const { first } = await openTwoBarbershops(backend)
  await openPage(page, `/barbershop/${first.id}`)
  await seen(page, 'Horários não disponíveis.')
})

test('barbers that cannot be loaded are named on the page of a barbershop [8.9]', async ({ page, watch }) => {
  watch.expect(/barbers 500$/)
  await openPage(page, `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}&sort=rating`)
  await page.route('**/barbers', fail)
  await cardsOf(page)
    .nth(4)
    .getByRole('link', { name: /^Detalhes/ })
    .click()
  await page.getByRole('tab', { name: 'Barbeiros' }).click()
  await seen(page, 'Erro ao carregar barbeiros. Tente novamente mais tarde.')
})
