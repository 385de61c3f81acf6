import { availabilityApi } from '@na-regua/contract/availability'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { testCards } from '@na-regua/contract/payments'
import { staffApi } from '@na-regua/contract/staff'
import type { Locator, Page } from '@playwright/test'
import { confirmButton, pendingBooking, resultOf, slotsOf } from './steps/booking.ts'
import { countTaps } from './steps/count-taps.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { testPassword } from './steps/payments.ts'
import { readCode } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, newEmail, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test.use({ geolocation: setorBueno, permissions: ['geolocation'] })
// One after the other: both book the last slot of the same card.
test.describe.configure({ mode: 'default' })

/** The key of a phone's keyboard that goes to the next field. It skips buttons. */
async function goToField(page: Page, field: Locator) {
  for (let stops = 0; stops < 4; stops += 1) {
    await page.keyboard.press('Tab')
    if (await field.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${field} is not the next field`)
}

/** Not the first one: other tests book, too. */
const chooseSlot = (page: Page) => slotsOf(page).last().locator('xpath=ancestor::label').tap()

const startBooking = (page: Page) =>
  cardsOf(page)
    .first()
    .getByRole('link', { name: /^Agendar/ })
    .tap()

/** From the first card to the booked visit. */
async function bookAsNewcomer(page: Page) {
  const email = newEmail()
  await startBooking(page)
  await expect(page).toHaveURL(/\/login\?mode=register$/)
  await expect(pendingBooking(page)).toContainText(/R\$\s\d+,\d{2}/)
  const fields = [
    [page.getByLabel('Nome'), 'Nélio Novato'],
    [page.getByLabel('E-mail'), email],
    [page.getByLabel('Telefone'), ''],
    [page.getByLabel('Senha', { exact: true }), 'tesoura-afiada-7'],
    [page.getByLabel('Confirmar senha'), 'tesoura-afiada-7'],
  ] as const
  for (const [index, [field, text]] of fields.entries()) {
    if (index === 0) await field.tap()
    else await goToField(page, field)
    await page.keyboard.type(text)
  }
  await page.locator('altcha-widget label').tap()
  await expect(page.locator('altcha-widget')).toContainText(/Verificado/i)
  await page.getByRole('button', { name: 'Cadastrar' }).tap()
  await expect(page).toHaveURL(/\/booking\//)
  await chooseSlot(page)
  await confirmButton(page).tap()
  await expect(page.getByText(`Enviamos um código para ${email}.`)).toBeVisible()
  const code = await readCode(email)
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type(code, { delay: 20 })
  await expect(resultOf(page)).toBeVisible()
}

test('a newcomer with an email books from the home page in nine taps at most', async ({ page }) => {
  const countedTaps = await countTaps(page)
  await openPage(page, '/')
  await bookAsNewcomer(page)
  expect(countedTaps()).toBeGreaterThan(3)
  expect(countedTaps()).toBeLessThanOrEqual(9)
})

test.describe('without permission for geolocation', () => {
  test.use({ permissions: [] })

  test('a newcomer who types the place books in eleven taps at most', async ({ page }) => {
    const countedTaps = await countTaps(page)
    await openPage(page, '/')
    await page.getByRole('button', { name: 'Usar minha localização' }).tap()
    await expect(page.getByText('Erro ao detectar localização - Usando localização padrão')).toBeVisible()
    await page.getByRole('button', { name: 'Alterar localização' }).tap()
    await expect(page.getByRole('combobox', { name: 'Onde você quer cortar?' })).toBeFocused()
    await page.keyboard.type('setor bueno')
    await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText('Setor Bueno Goiânia - GO')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/lat=-16\./)
    await bookAsNewcomer(page)
    expect(countedTaps()).toBeGreaterThan(5)
    expect(countedTaps()).toBeLessThanOrEqual(11)
  })
})

/** The barbershop of an owner, and whether customers find a slot in it. */
async function getOwnBarbershop(token: string) {
  const { barbershops } = (await requestApi(ownBarbershopsApi.listBarbershops, { token })).body
  const [shop] = barbershops
  if (!shop) throw new Error('the owner has no barbershop')
  const { barbers } = (await requestApi(staffApi.list, { params: { id: shop.id } })).body
  const days = await Promise.all(
    [1, 2, 3].map(async (ahead) => {
      const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
      const [barber] = barbers
      if (!barber) return []
      return (await requestApi(availabilityApi.get, { params: { id: barber.id }, query: { date } })).body.slots
    }),
  )
  return { shop, barbers, slots: days.flat() }
}

async function buyPlanByTaps(page: Page) {
  await openPage(page, '/become-owner')
  await page.getByRole('button', { name: 'Selecionar Profissional' }).tap()
  await page.getByLabel('Número do cartão').tap()
  await page.keyboard.type(testCards.succeeds)
  for (const [label, text] of [
    ['Validade', '1240'],
    ['CVC', '123'],
    ['Nome no cartão', 'Rita Ramos'],
  ] as const) {
    await goToField(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  // A confirmed payment is shown for six seconds.
  await holdTimers(page, 6_000)
  await page.getByRole('button', { name: /^Pagar R\$/ }).tap()
  await page.getByRole('button', { name: 'Entrar agora' }).tap()
  await page.getByLabel('Senha', { exact: true }).tap()
  await page.keyboard.type(testPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).tap()
}

/** The five steps of the wizard, with what the product knows already: the address of the position, usual services, holidays. */
async function createBarbershopByTaps(page: Page) {
  const wizard = page.getByRole('dialog', { name: 'Nova barbearia' })
  const next = async (step: string) => {
    await wizard.getByRole('button', { name: 'Próximo' }).tap()
    await expect(wizard.getByRole('heading', { name: step, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await wizard.getByLabel('Nome').tap()
  await page.keyboard.type('Régua da Rita')
  await wizard.getByRole('button', { name: 'Usar minha localização' }).tap()
  await expect(wizard.getByLabel('Cidade')).toHaveValue('Palmas')
  await expect(wizard.getByLabel('Estado')).toHaveValue('TO')
  await expect(wizard.getByText('Latitude -10.184000')).toBeVisible()
  await wizard.getByLabel('Rua').tap()
  await page.keyboard.type('Rua T-55')
  await goToField(page, wizard.getByLabel('Número'))
  await page.keyboard.type('100')
  await expect(wizard.getByLabel('Endereço')).toHaveValue('Rua T-55, 100, Palmas - TO')
  await next('Comodidades')
  await wizard.getByRole('button', { name: 'Wi-Fi gratuito' }).tap()
  await next('Serviços')
  await wizard.getByRole('button', { name: 'Adicionar Corte', exact: true }).tap()
  await wizard.getByRole('button', { name: 'Adicionar Barba', exact: true }).tap()
  await next('Horários')
  await wizard.getByRole('button', { name: 'Fechar nos nacionais' }).tap()
  await next('Imagens')
  await wizard.getByText('Eu corto aqui').tap()
  await wizard.getByRole('button', { name: 'Concluir' }).tap()
  await expect(page.getByText('Barbearia criada com sucesso!')).toBeVisible()
}

test('a customer becomes an owner with a barbershop that can be booked in 25 taps at most', async ({
  page,
  context,
  backend,
  watch,
}) => {
  // The payment ends every session of the customer.
  watch.expect(/ 401$/)
  // Far from the lists of the other tests.
  await context.setGeolocation({ latitude: -10.184, longitude: -48.3336 })
  const buyer = await createSignedInUser(backend, { name: 'Rita Ramos', password: testPassword })
  await signInAs(page, buyer)
  const countedTaps = await countTaps(page)
  await buyPlanByTaps(page)
  await createBarbershopByTaps(page)
  expect(countedTaps()).toBeGreaterThan(15)
  expect(countedTaps()).toBeLessThanOrEqual(25)

  const token = String(await page.evaluate(() => localStorage.getItem('authToken')))
  const { shop, barbers, slots } = await getOwnBarbershop(token)
  expect(shop.address).toBe('Rua T-55, 100, Palmas - TO')
  expect(shop.services).toMatchObject([
    { name: 'Corte', durationMin: 40, priceCents: 4500 },
    { name: 'Barba', durationMin: 30, priceCents: 3500 },
  ])
  expect(shop.specialDates.map(({ reason, isClosed }) => [reason, isClosed])).toContainEqual([
    expect.stringMatching(/^(Natal|Tiradentes|Finados)$/),
    true,
  ])
  expect(shop.specialDates.map(({ reason }) => reason)).not.toContain('Carnaval')
  expect(barbers).toMatchObject([{ name: 'Rita Ramos' }])
  expect(slots.length).toBeGreaterThan(0)
})

test('a returning customer books from the home page in three taps at most', async ({ page, customer }) => {
  const countedTaps = await countTaps(page)
  await openPage(page, '/')
  await startBooking(page)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  await chooseSlot(page)
  await confirmButton(page).tap()
  await expect(resultOf(page)).toBeVisible()
  expect(countedTaps()).toBeGreaterThan(0)
  expect(countedTaps()).toBeLessThanOrEqual(3)
})
