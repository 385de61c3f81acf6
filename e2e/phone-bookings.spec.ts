import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Locator, Page } from '@playwright/test'
import { testImage } from '../server/test/test-image.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { openPhoneBooking } from './steps/phone-booking.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const image = { name: 'corte.png', mimeType: 'image/png', buffer: testImage }

test('a known customer who calls is booked in six taps at most', async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Telefona', phone: '62977771234' })
  await addAppointment(backend, scene.shop, { customerId: ana.user.id, status: 'COMPLETED', hoursFromNow: -48 })
  const { serviceId } = scene.shop
  await backend.db
    .updateTable('appointments')
    .set({ service_id: serviceId })
    .where('customer_id', '=', ana.user.id)
    .execute()
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  await page.getByRole('button', { name: 'Marcar para cliente' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await expect(dialog.getByLabel('Cliente')).toBeFocused()
  // The buttons that open it have no icons on a phone.
  await expect(dialog.getByRole('button', { name: 'Fechar' }).locator('svg')).toBeVisible()
  await page.keyboard.type('Ana Tel')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: /Ana Telefona/ }).tap()
  await dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button').nth(3).tap()
  await dialog.getByRole('button', { name: /^Marcar às/ }).tap()
  await expect(page.getByRole('dialog', { name: 'Horário marcado' })).toContainText('Ana Telefona')
  expect(countedTaps()).toBeGreaterThan(2)
  expect(countedTaps()).toBeLessThanOrEqual(6)
})

test('a number that is pasted from WhatsApp is the number of the customer', async ({ page, backend, context }) => {
  const { barber, shop } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await page.getByRole('button', { name: 'Marcar para cliente' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  const phone = dialog.getByLabel('Telefone')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await phone.press('ControlOrMeta+a')
    await phone.press('ControlOrMeta+v')
  }
  await paste('+351 912 345 678')
  await expect(phone).toHaveValue('+351912345678')
  await paste('(62) 98765-43210')
  await expect(phone).toHaveValue('629876543210')
  await expect(dialog.getByText('O telefone tem dígitos demais.')).toBeVisible()
  // Corrected where the wrong digit is.
  await phone.press('Backspace')
  await expect(phone).toHaveValue('(62) 98765-4321')
  for (let key = 0; key < 9; key++) await phone.press('Backspace')
  await expect(phone).toHaveValue('(62')
  await phone.pressSequentially('33334444')
  await expect(phone).toHaveValue('(62) 3333-4444')
  for (let key = 0; key < 9; key++) await phone.press('ArrowLeft')
  await phone.press('9')
  await expect(phone).toHaveValue('(62) 93333-4444')

  await paste('+55 62 98765-4321')
  await expect(phone).toHaveValue('(62) 98765-4321')
  await dialog.getByLabel('Cliente').fill('Nadir do Zap')
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  await dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button').nth(3).tap()
  await dialog.getByRole('button', { name: /^Marcar às/ }).tap()
  const link = page.getByRole('dialog', { name: 'Horário marcado' }).getByRole('link', { name: /WhatsApp/ })
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/5562987654321\?/)
  const { phone: stored } = await backend.db
    .selectFrom('customer_profiles')
    .select('phone')
    .where('barbershop_id', '=', shop.id)
    .executeTakeFirstOrThrow()
  expect(stored).toBe('+5562987654321')
})

test('a time that a customer takes meanwhile goes away, and the next free one is one tap away', async ({
  page,
  backend,
}) => {
  const { shop, barber, timeZone } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  const dialog = await openPhoneBooking(page, { phone: '62966664444', name: 'Zé da Feira' })
  const free = dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button')
  const time = await free.nth(3).innerText()
  await free.filter({ hasText: time }).tap()
  const book = dialog.getByRole('button', { name: /^Marcar às/ })
  await expect(book).toBeEnabled()

  const { token } = await createSignedInUser(backend, { name: 'Ana Ligeira' })
  const at = Temporal.Now.plainDateISO(timeZone).toZonedDateTime({ timeZone, plainTime: time })
  const body = { barberId: shop.barberId, serviceId: shop.serviceId, startTime: at.toInstant().toString() }
  expect((await requestApi(appointmentsApi.create, { token, body })).status).toBe(201)
  await expect(free.filter({ hasText: time }), 'without a reload').toHaveCount(0)

  await book.tap()
  await expect(dialog.getByRole('alert')).toContainText('Horário ocupado: marcar às')
  await expect(book, 'a second tap books nothing else').toBeDisabled()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: /^\d{1,2}h(\d\d)?$/ }).tap()
  await expect(page.getByRole('dialog', { name: 'Horário marcado' })).toContainText('Zé da Feira')
})

/** Staff book for Rui, who has no account. Returns the link that they send. */
async function bookByPhone(page: Page) {
  const dialog = await openPhoneBooking(page, { phone: '62966665555', name: 'Rui Sem Conta' })
  await expect(dialog.getByLabel('Telefone')).toHaveValue('(62) 96666-5555')
  await dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button').nth(7).click()
  await dialog.getByRole('button', { name: /^Marcar às/ }).click()
  const booked = page.getByRole('dialog', { name: 'Horário marcado' })
  await expect(booked.getByRole('link', { name: 'Enviar pelo WhatsApp' })).toHaveAttribute(
    'href',
    /wa\.me\/5562966665555\?text=/,
  )
  return /\/a\/[\w-]{48}/.exec((await booked.textContent()) ?? '')?.[0] ?? ''
}

/** Rui confirms and moves the appointment to another barber, without a login. */
async function confirmAndMove(guest: Page) {
  await expect(guest.getByRole('heading', { name: 'Seu horário está marcado' })).toBeVisible()
  await expect(guest.getByRole('main')).not.toContainText('Rui')
  await checkAccessibility(guest)
  await guest.getByRole('button', { name: 'Confirmar presença' }).click()
  await expect(guest.getByRole('heading', { name: 'Presença confirmada' })).toBeVisible()
  await guest.getByRole('button', { name: 'Mudar horário' }).click()
  await guest.getByRole('button', { name: /^Barbeiro: .+ O mesmo barbeiro/ }).click()
  const colleague = guest
    .getByRole('dialog', { name: 'Escolha o barbeiro' })
    .getByRole('button', { name: /Lia Fontes/ })
  await expect(colleague).toContainText('Mesmo preço, 30 min')
  await colleague.click()
  await expect(guest.getByRole('button', { name: /^Barbeiro: Lia Fontes/ })).toBeFocused()
  await checkAccessibility(guest)
  await guest.getByRole('group', { name: 'Horários livres' }).getByRole('button').last().click()
  await expect(
    guest.getByText(/^O novo horário fica a confirmar até .+\. O de agora, já confirmado, é liberado\.$/),
  ).toBeVisible()
  await guest.getByRole('button', { name: /^Mudar para/ }).click()
  await expect(guest.getByRole('heading', { name: 'A confirmar' })).toBeVisible()
  await expect(guest.getByRole('definition').filter({ hasText: 'Lia Fontes' })).toBeVisible()
}

/** What was typed into the profile is still there after two attempts to leave it. */
async function stayInEdit(page: Page, profile: Locator) {
  await profile.getByLabel('Alergias e cuidados').fill('Lâmina')
  // React Router knows of the edit two renderings later; nothing shows that.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Descartar as alterações?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await profile.getByRole('button', { name: 'Marcar horário' }).click()
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(profile.getByLabel('Alergias e cuidados')).toHaveValue('Lâmina')
}

/** Photos of the work need the customer's consent. */
async function addPhoto(page: Page, profile: Locator) {
  await profile.getByLabel('O cliente autorizou guardar fotos dos cortes').check()
  await profile.getByLabel('Adicionar fotos: arquivo').setInputFiles([image])
  await expect(profile.getByRole('link', { name: 'Abrir foto 1' })).toBeVisible()
  await profile.getByRole('button', { name: 'Salvar ficha' }).click()
  await expect(page.getByText('Ficha salva')).toBeVisible()
  await expect(profile.getByText(/^Autorizado em .+ Só a equipe vê as fotos\.$/)).toBeVisible()
}

async function block(page: Page, profile: Locator) {
  await profile.getByRole('button', { name: 'Bloquear' }).click()
  await expect(profile.getByRole('alertdialog'), 'below the end of what was in view').toBeInViewport({ ratio: 1 })
  if (isPhone(page)) expect((await profile.boundingBox())?.y, 'fills the screen').toBe(0)
  await profile.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click()
  await expect(profile.getByRole('button', { name: 'Desbloquear' })).toBeVisible()
}

test('a new customer gets a link, moves, claims it, and is in the list with notes', async ({
  page,
  backend,
  browser,
  baseURL,
}) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.owner)
  await openPage(page, '/admin/appointments?ver=dia')
  const link = await bookByPhone(page)

  const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
  const guest = await phone.newPage()
  await openPage(guest, link)
  await confirmAndMove(guest)
  await signInAs(guest, await createSignedInUser(backend, { name: 'Rui Com Conta' }))
  await openPage(guest, link)
  await guest.getByRole('button', { name: 'Guardar na minha conta' }).click()
  await expect(guest.getByRole('heading', { name: 'Guardado em uma conta' })).toBeVisible()
  await phone.close()

  await openPage(page, '/clientes')
  await page.getByLabel('Nome ou telefone').fill('rui')
  await page.getByRole('button', { name: /Rui Com Conta/ }).click()
  const profile = page.getByRole('dialog', { name: 'Rui Com Conta' })
  await stayInEdit(page, profile)
  await addPhoto(page, profile)
  await block(page, profile)
  await checkAccessibility(page)
})
