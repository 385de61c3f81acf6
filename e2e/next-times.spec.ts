import { takeHourOff } from './app/always-open-barbershop.ts'
import { addAppointment, openTwoBarbershops } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, readSelectedSlot, resultOf, slotsOf } from './steps/booking.ts'
import { countTaps } from './steps/count-taps.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { isPhone } from './steps/screen.ts'
import { expect, test, testAsCustomer } from './test.ts'

const inGoiania = `/?lat=${setorBueno.latitude}&lon=${setorBueno.longitude}`

const formatTime = (instant: string) =>
  new Date(instant)
    .toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' })
    .replace(/^0/, '')
    .replace(':', 'h')
    .replace(/h00$/, 'h')

testAsCustomer('a time on a card is booked as it is shown, in two taps', async ({ page }) => {
  const countedTaps = await countTaps(page)
  await openPage(page, `${inGoiania}&sort=rating`)
  // 'Amanhã 10h com Rafael Moreira, Corte masculino'
  const link = cardsOf(page)
    .getByRole('link', { name: / com .+, / })
    .last()
  // Its text content: what is below the fold is not laid out.
  const name = (await link.textContent()) ?? ''
  const [barber, service] = name.slice(name.indexOf(' com ') + 5).split(', ')
  await link.tap()
  await expect(slotsOf(page).and(page.getByRole('radio', { checked: true }))).toHaveCount(1)
  expect(name).toContain(` ${formatTime((await readSelectedSlot(page)).startTime)} com `)
  // A single barber is no button.
  await expect(page.getByRole('region', { name: 'Barbeiro, serviço e data' })).toContainText(`Barbeiro: ${barber}`)
  await expect(page.getByRole('button', { name: new RegExp(`^Serviço: ${service}`) })).toBeVisible()
  await confirmButton(page).tap()
  await expect(resultOf(page)).toBeVisible()
  expect(countedTaps()).toBe(2)
})

testAsCustomer(
  '"Marcar de novo" books the last barber and service again, in two taps',
  async ({ page, backend, customer }) => {
    const { first, barber } = await openTwoBarbershops(backend)
    await addAppointment(backend, first, { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: -48 })
    await takeHourOff(backend, first.barberId)
    const hours = { barbershop_id: first.id, opens_minute: 0, closes_minute: 1440 }
    await backend.db
      .insertInto('working_hours')
      .values([0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ ...hours, day_of_week })))
      .execute()
    const countedTaps = await countTaps(page)
    await openPage(page, inGoiania)
    const again = page.getByRole('link', { name: /^Marcar de novo/ })
    await expect(again).toContainText(`com ${barber.user.name}`)
    await expect(again).toContainText('Corte na régua')
    const shown = await again.innerText()
    await again.tap()
    await expect(slotsOf(page).and(page.getByRole('radio', { checked: true }))).toHaveCount(1)
    const slot = await readSelectedSlot(page)
    expect(slot).toMatchObject({ barberId: first.barberId, serviceId: first.serviceId })
    expect(shown).toContain(formatTime(slot.startTime))
    await confirmButton(page).tap()
    await expect(resultOf(page)).toBeVisible()
    expect(countedTaps()).toBe(2)
  },
)

testAsCustomer(
  'the next visit is the first thing on the home page, instead of "Marcar de novo"',
  async ({ page, backend, customer }) => {
    const { first, barber } = await openTwoBarbershops(backend)
    const mine = { customerId: customer.user.id }
    await addAppointment(backend, first, { ...mine, status: 'COMPLETED', hoursFromNow: -48 })
    await addAppointment(backend, first, { ...mine, status: 'CONFIRMED', hoursFromNow: 4.99 })
    await openPage(page, inGoiania)
    const next = page.getByRole('region', { name: 'Seu próximo horário' })
    await expect(next).toContainText(/em 5\sh/)
    await expect(next).toContainText('Confirmado')
    await expect(next).toContainText(barber.user.name)
    await expect(next).toContainText('Rua 9, 100')
    await expect(next.getByRole('link', { name: 'Como chegar' })).toHaveAttribute('href', /google\.com\/maps\/dir/)
    if (isPhone(page)) expect((await next.boundingBox())?.y).toBeLessThanOrEqual(200)
    await expectNoHorizontalScroll(page)
    await checkAccessibility(page)
    await expect(page.getByRole('complementary', { name: 'Marcar de novo' })).toHaveCount(0)
    await next.getByRole('button', { name: 'Mais ações' }).tap()
    await page.getByRole('button', { name: 'Cancelar' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar agendamento' }).tap()
    await expect(next).toBeHidden()
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('"Agendar" and the times of a card are links', async ({ page, watch }) => {
    // Chromium reports each script file as blocked then.
    watch.expect(/^GET \/assets\/\S+\.js csp$/)
    await page.goto(inGoiania)
    const card = cardsOf(page).first()
    const book = await card.getByRole('link', { name: /^Agendar em / }).getAttribute('href')
    expect(book).toMatch(/^\/barbershop\/[\da-f-]{36}\/booking\/[\da-f-]{36}\/[\da-f-]{36}\?date=20\d\d-\d\d-\d\d$/)
    // Not the first one, which may begin in a second.
    await card
      .getByRole('link', { name: / com .+, / })
      .last()
      .click()
    await expect(page).toHaveURL(/\/booking\/.+date=.+&time=/)
    await expect(slotsOf(page).and(page.getByRole('radio', { checked: true }))).toHaveCount(1)
  })
})
