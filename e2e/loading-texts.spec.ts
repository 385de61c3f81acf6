import type { Page } from '@playwright/test'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import { findDemoBarbershop, setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { holdRequests } from './steps/hold-requests.ts'
import { openPage } from './steps/open-page.ts'
import { getTestPlan } from './steps/payments.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`
const oneBarbershop = /\/api\/barbershops\/[0-9a-f-]{36}(\?.*)?$/
const seen = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('the page of a barbershop says that it loads [2.58, 4.25]', async ({ page }) => {
  await openPage(page, `${inGoiania}&sort=rating`)
  const release = await holdRequests(page, oneBarbershop)
  await cardsOf(page)
    .nth(3)
    .getByRole('link', { name: /^Detalhes/ })
    .click()
  await seen(page, 'Carregando detalhes da barbearia...')
  release()
  await expect(page.getByRole('tab', { name: 'Serviços' })).toBeVisible()
})

test('"Agendar" on a card says that it opens while barbers and services are on their way [2.47]', async ({ page }) => {
  await openPage(page, inGoiania)
  // The server sends the slots of the first cards with the page.
  const releaseTimes = await holdRequests(page, '**/free-times?*')
  const releaseBarbers = await holdRequests(page, '**/barbers')
  await page.getByRole('button', { name: 'Carregar mais barbearias' }).click()
  const card = cardsOf(page).nth(6)
  await card.getByRole('link', { name: /^Agendar/ }).click()
  await expect(card).toContainText('Abrindo...')
  releaseTimes()
  releaseBarbers()
  await expect(page).toHaveURL(/\/barbershop\/[0-9a-f-]{36}\/booking\/|\/login/)
})

testAsCustomer('the slots of a barber say that they load [2.67]', async ({ page }) => {
  const shop = await findDemoBarbershop()
  await openPage(page, `/barbershop/${shop.id}`)
  const release = await holdRequests(page, '**/availability?*')
  await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
  await seen(page, 'Carregando horários...')
  release()
  await expect(page.getByRole('radiogroup', { name: /^Horários livres de/ })).toBeVisible()
})

test('the booking says that it loads, and that it could not [2.66]', async ({ page, backend, customer, watch }) => {
  watch.expect(
    /^GET \/api\/barbershops\/\S+ 500$/,
    /assets\/booking-notices\S* net::ERR_FAILED$/,
    /a part of the page failed/,
  )
  const { first } = await openTwoBarbershops(backend)
  const done = { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: -50 } as const
  await addAppointment(backend, first, done)
  await openPage(page, '/customer/appointments?status=completed')
  const again = page.getByRole('tabpanel').getByRole('link', { name: 'Marcar de novo' })
  const row = page.getByRole('tabpanel').getByRole('button', { name: /^Corte na régua/ })
  await row.click()
  const release = await holdRequests(page, oneBarbershop)
  await again.click()
  await seen(page, 'Carregando informações...')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Escolha seu horário')

  await openPage(page, '/customer/appointments?status=completed')
  await page.route(oneBarbershop, (route) => route.fulfill({ status: 500, body: '' }))
  // Nor does the code of the message load.
  await page.route(/assets\/booking-notices/, (route) => route.abort('failed'))
  await row.click()
  await again.click()
  await seen(page, 'Erro ao carregar informações. Tente novamente mais tarde.')
  const repeated = page.waitForRequest(oneBarbershop)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await repeated
})

testAsCustomer(
  'plans and checkout say that they load, and a plan that it is selected [2.78, 2.79, 2.82, 4.25]',
  async ({ page }) => {
    await openPage(page, '/sobre')
    const releasePlans = await holdRequests(page, '**/api/plans')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Torne-se dono' }).click()
    await seen(page, 'Carregando planos...')
    releasePlans()

    const releaseCode = await holdRequests(page, '**/assets/checkout-page-*.js')
    const releaseIntent = await holdRequests(page, '**/api/payments/create-payment-intent')
    await page.getByRole('button', { name: 'Selecionar Profissional' }).click()
    await seen(page, 'Processando...')
    releaseCode()
    await expect(page).toHaveURL(`/checkout?planId=${(await getTestPlan('professional')).id}`)
    await seen(page, 'Preparando formulário de pagamento...')
    releaseIntent()
    await expect(page.getByRole('region', { name: 'Pagamento Seguro' })).toBeVisible()
    await expect(page.getByLabel('Número do cartão')).toBeVisible()
  },
)

test.describe('with permission for geolocation', () => {
  test.use({ geolocation: setorBueno, permissions: ['geolocation'] })

  test('the location says that it is being detected [2.27, 4.7]', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => {}
    })
    await openPage(page, '/')
    await seen(page, 'Detectando sua localização...')
    await expect(page.getByRole('button', { name: 'Alterar localização' }).first()).toBeVisible()
  })
})
