import { readFile } from 'node:fs/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Locator, Page } from '@playwright/test'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import {
  bookSlot,
  confirmButton,
  pendingBooking,
  pickDay,
  pickFromList,
  readSelectedSlot,
  resultOf,
  slotsOf,
  summaryOf,
} from './steps/booking.ts'
import { setorBueno } from './steps/demo-barbershop.ts'
import { closeFilters, openFilters, openSearch, readTotal } from './steps/discovery.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { readCode, readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, newEmail } from './steps/users.ts'
import { expect, test } from './test.ts'

type Slot = Awaited<ReturnType<typeof readSelectedSlot>>

async function findBarbershop(page: Page) {
  await openPage(page, '/')
  await expect(page).toHaveURL(/lat=/)
  const all = await readTotal(page)
  const filters = await openFilters(page)
  await filters.getByRole('button', { name: '4,5+ estrelas' }).click()
  await closeFilters(page)
  await expect.poll(() => readTotal(page)).toBeLessThan(all)
  await page.getByLabel('Ordenar por:').selectOption('Popularidade')
  await expect(page).toHaveURL(/sort=popularity/)
  const search = await openSearch(page)
  await search.fill('navalia de oro')
  await page.getByRole('option', { name: /Navalha de Ouro/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Navalha de Ouro')
}

async function registerOnTheWay(page: Page, email: string) {
  await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/login\?mode=register$/)
  await expect(pendingBooking(page)).toContainText('Navalha de Ouro')
  const hasGoogleFirst = await page.getByRole('main').evaluate((main) => {
    const [google, name] = [...main.querySelectorAll('button, [name=name]')].filter(
      (element) => element.matches('[name=name]') || element.textContent === 'Entrar com Google',
    )
    return google?.tagName === 'BUTTON' && name?.tagName === 'INPUT'
  })
  expect(hasGoogleFirst, 'Google comes before the form').toBe(true)
  await checkAccessibility(page)
  await register(page, email)
  await expect(page.getByText('Cadastro realizado com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/\/booking\//)
}

async function chooseSlot(page: Page) {
  const barber = await pickFromList(page, 'Barbeiro', 2)
  const service = await pickFromList(page, 'Serviço', 1)
  await pickDay(page, { after: 2 })
  await slotsOf(page).nth(3).check()
  await expect(summaryOf(page)).toContainText(barber)
  await expect(summaryOf(page)).toContainText(service)
  await expect(summaryOf(page)).toContainText(/\d+ minutos/)
  await expect(summaryOf(page)).toContainText(/R\$\s\d+,\d{2}/)
  await summaryOf(page).getByRole('button', { name: 'Para outra pessoa, ou com recado' }).click()
  await summaryOf(page).getByLabel('Para quem é?').fill('Bento Novo')
  await summaryOf(page).getByLabel('Recado para o barbeiro').fill('É o primeiro corte dele')
  await expect(summaryOf(page).getByText('Bento Novo')).toBeVisible()
  await checkAccessibility(page)
}

async function chooseInstead(page: Page, backend: Backend) {
  const rival = await createSignedInUser(backend, { name: 'Rui Rápido' })
  const selected = await readSelectedSlot(page)
  expect(await bookSlot(rival.token, selected)).toBe(201)
  await confirmButton(page).click()
  const lost = page.getByRole('dialog', { name: 'Esse horário já foi' })
  await expect(lost.getByRole('alert')).toHaveText(
    'Este horário acabou de ser reservado por outra pessoa. Escolha outro.',
  )
  const alternatives = lost.getByRole('listitem').getByRole('button')
  await expect(alternatives.nth(1)).toBeVisible()
  await checkAccessibility(page)
  await alternatives.filter({ hasText: 'Mesmo barbeiro, horário próximo' }).click()
  await expect(lost).toBeHidden()
  expect(await readSelectedSlot(page)).not.toEqual(selected)
}

async function verifyEmail({
  page,
  backend,
  email,
  slot,
}: {
  page: Page
  backend: Backend
  email: string
  slot: Slot
}) {
  await confirmButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirme seu e-mail' })
  await expect(dialog.getByText(/Guardamos este horário para você até \d+h/)).toBeVisible()
  await expect(dialog.getByText(`Enviamos um código para ${email}.`)).toBeVisible()
  await checkAccessibility(page)
  const latecomer = await createSignedInUser(backend, { name: 'Tarso Tarde' })
  expect(await bookSlot(latecomer.token, slot), 'the slot is held').toBe(409)
  await expect(dialog.getByRole('button', { name: /Reenviar código em \d+ s/ })).toBeDisabled()
  await checkNarrowestPhone(page, dialog)
  await checkAccessibility(page)
  await dialog
    .getByRole('textbox')
    .first()
    .pressSequentially(await readCode(email), { delay: 20 })
}

async function readResult(page: Page, slot: Slot) {
  await expect(page).toHaveURL(/\/barbershop\/[0-9a-f-]{36}$/)
  const summary = resultOf(page)
  await expect(summary).toContainText('Navalha de Ouro')
  await expect(summary).toContainText('Bento Novo')
  await expect(summary).toContainText('É o primeiro corte dele')
  await expect(summary.getByRole('link', { name: 'Como chegar' })).toHaveAttribute(
    'href',
    /maps\/dir\/\?api=1&destination=-1/,
  )
  await summary.getByRole('button', { name: 'Compartilhar' }).click()
  await expect(page.getByText('Link copiado')).toBeVisible()
  await expect(summary.getByRole('status')).toHaveText(
    /^A confirmar até ((amanhã|\p{L}{3}), )?\d+h(\d\d)?\.\s*O horário já está guardado/u,
  )
  await expect(page.getByRole('main').getByRole('link', { name: /^Agendar/ })).toHaveCount(0)
  await checkAccessibility(page)
  const download = page.waitForEvent('download')
  await summary.getByRole('button', { name: 'Adicionar ao calendário' }).click()
  const event = await readFile(await (await download).path(), 'utf8')
  expect(event).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(event).toContain(`DTSTART:${slot.startTime.replaceAll(/[-:]|\.000/g, '')}`)
  expect(event).toMatch(/\r\nLOCATION:/)
  expect(event.replaceAll('\r\n ', '')).toContain('para Bento Novo na Navalha de Ouro')
  expect(event).toContain(`${process.env.E2E_URL}/barbershop/`)
}

async function readReceipt({ page, email, id }: { page: Page; email: string; id: string }) {
  await readFromEmail(email, new RegExp(`A confirmar até [^]*/customer/appointments#cartao-${id}`))
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notificações, / })
    .click()
  await page.getByRole('link', { name: /^Horário reservado/ }).click()
  await expect(page).toHaveURL(new RegExp(`/customer/appointments#cartao-${id}$`))
  const card = page.locator(`#cartao-${id}`)
  await expect(card).toBeFocused()
  await page.goBack()
  await resultOf(page).getByRole('link', { name: 'Ver agendamento' }).click()
  await expect(card).toBeFocused()
}

test.use({ geolocation: setorBueno, permissions: ['geolocation', 'clipboard-write'] })
test('books from the home page without an account, although another customer takes the slot [1.2, 2.19, 2.60, 2.62, 2.69, 2.70, 4.1, 4.13, 4.15, 8.3]', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \/api\/appointments\/hold 409$/)

  await test.step('finds the barbershop', () => findBarbershop(page))

  const email = newEmail()
  await test.step('registers on the way and returns to the booking', () => registerOnTheWay(page, email))

  await test.step('chooses barber, service, day and time', () => chooseSlot(page))

  await test.step('gets a conflict and chooses another slot', () => chooseInstead(page, backend))

  const slot = await readSelectedSlot(page)
  await test.step('verifies the email address while the slot is held', () =>
    verifyEmail({ page, backend, email, slot }))

  await test.step('shows the appointment and offers it as a calendar file', () => readResult(page, slot))

  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const id = await page.evaluate(() => history.state.usr.appointmentId as string)
  const { body } = await requestApi(appointmentsApi.get, { params: { id }, token: String(token) })
  expect(body.appointment).toMatchObject({ status: 'SCHEDULED', startTime: slot.startTime })

  await test.step('has a receipt by e-mail and in the bell, which opens the appointment', () =>
    readReceipt({ page, email, id }))
})

test('after a conflict a customer keeps the choices and gets other slots', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  watch.expect(/^POST \/api\/appointments 409$/)
  await openPage(page, '/')
  const search = await openSearch(page)
  await search.fill('dom bigode')
  await page.getByRole('option', { name: /Dom Bigode/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dom Bigode')
  await page
    .getByRole('link', { name: /^Agendar (?!Agora)/ })
    .filter({ visible: true })
    .first()
    .click()
  await pickFromList(page, 'Barbeiro', 1)
  await expect(slotsOf(page).first()).toBeVisible()
  await pickDay(page, { after: 3 })
  await slotsOf(page).nth(3).check()
  const rival = await createSignedInUser(backend)
  expect(await bookSlot(rival.token, await readSelectedSlot(page))).toBe(201)
  await confirmButton(page).click()
  const lost = page.getByRole('dialog', { name: 'Esse horário já foi' })
  await lost.getByRole('listitem').getByRole('button').last().click()
  await confirmButton(page).click()
  await expect(resultOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()

  await reloadPage(page)
  await expect(resultOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'Fechar resumo do agendamento' }).click()
  await expect(resultOf(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true })).toBeVisible()
})

/** The six boxes of the code fit the narrowest phone. */
async function checkNarrowestPhone(page: Page, dialog: Locator) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(dialog.getByRole('textbox')).toHaveCount(6)
  for (const box of await dialog.getByRole('textbox').all()) await expect(box).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
}

async function register(page: Page, email: string) {
  await page.getByLabel('Nome').fill('Otávio Novo')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Telefone').fill('62987654321')
  await expect(page.getByLabel('Telefone')).toHaveValue('(62) 98765-4321')
  await page.getByLabel('Senha', { exact: true }).fill('tesoura-afiada-7')
  await page.getByLabel('Confirmar senha').fill('tesoura-afiada-7')
  await page.locator('altcha-widget label').click()
  await expect(page.locator('altcha-widget')).toContainText(/Verificado/i)
  await page.getByRole('button', { name: 'Cadastrar' }).click()
}
