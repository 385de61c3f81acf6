import type { Locator, Page } from '@playwright/test'
import { confirmButton, pendingBooking, resultOf, slotsOf } from './steps/booking.ts'
import { countTaps } from './steps/count-taps.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { cardsOf } from './steps/discovery.ts'
import { openPage } from './steps/open-page.ts'
import { readCode } from './steps/read-email.ts'
import { newEmail } from './steps/users.ts'
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

async function startBooking(page: Page) {
  await openPage(page, '/')
  await cardsOf(page)
    .first()
    .getByRole('link', { name: /^Agendar/ })
    .tap()
}

test('a newcomer with an email books from the home page in nine taps at most', async ({ page }) => {
  const countedTaps = await countTaps(page)
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
  expect(countedTaps()).toBeGreaterThan(3)
  expect(countedTaps()).toBeLessThanOrEqual(9)
})

test('a returning customer books from the home page in three taps at most', async ({ page, customer }) => {
  const countedTaps = await countTaps(page)
  await startBooking(page)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  await chooseSlot(page)
  await confirmButton(page).tap()
  await expect(resultOf(page)).toBeVisible()
  expect(countedTaps()).toBeGreaterThan(0)
  expect(countedTaps()).toBeLessThanOrEqual(3)
})
