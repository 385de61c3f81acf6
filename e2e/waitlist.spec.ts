import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { waitlistApi } from '@na-regua/contract/waitlist'
import type { Page } from '@playwright/test'
import { toInstant } from '../web/src/lib/local-time.ts'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, HOUR } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { emptyArea } from './app/long-names.ts'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { bookSlot, confirmButton } from './steps/booking.ts'
import { countTaps } from './steps/count-taps.ts'
import { openPage, openWithoutScripts } from './steps/open-page.ts'
import { expectDark, expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, forgetSession, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

const DAY = 24 * HOUR

/** A barbershop whose first barber is away until the day after tomorrow, but for one appointment of a customer tomorrow. */
async function openFullBarbershop(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, timeZone } = scene
  const first = await createSignedInUser(backend, { name: 'Beto Sol' })
  const now = backend.now().getTime()
  // At a full hour, when a slot begins.
  const hoursFromNow = (Math.ceil((now + 25 * HOUR) / HOUR) * HOUR - now) / HOUR
  const { id, startsAt } = await addAppointment(backend, shop, {
    customerId: first.user.id,
    status: 'CONFIRMED',
    hoursFromNow,
  })
  const timeOff = [
    { starts_at: new Date(now - DAY), ends_at: startsAt },
    { starts_at: new Date(startsAt.getTime() + HOUR / 2), ends_at: new Date(now + 3 * DAY) },
  ]
  await backend.db
    .insertInto('time_off')
    .values(timeOff.map((span) => ({ barber_id: shop.barberId, ...span })))
    .execute()
  const cancel = async () => {
    const { status } = await requestApi(appointmentsApi.cancel, { params: { id }, body: {}, token: first.token })
    expect(status).toBe(200)
  }
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(startsAt)
  return { ...scene, date, startsAt, cancel }
}

type Scene = Awaited<ReturnType<typeof openFullBarbershop>>

async function requestByApi({ shop, date }: Scene, { token }: TestUser) {
  const { status } = await requestApi(waitlistApi.create, {
    body: {
      targets: [{ barbershopId: shop.id, barberId: shop.barberId, serviceIds: [shop.serviceId] }],
      wanted: [{ date, fromMin: 0, untilMin: 1440 }],
    },
    token,
  })
  expect(status).toBe(201)
}

/** The link of the open offer, as the message to the phone has it. */
async function waitForOffer({ token }: TestUser) {
  let path = ''
  await expect(async () => {
    const { body } = await requestApi(waitlistApi.listOffers, { token })
    expect(body.offers).toHaveLength(1)
    path = `/o/${body.offers[0]?.token}`
  }).toPass({ timeout: 60_000 })
  return path
}

const offerHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const acceptButton = (page: Page) => page.getByRole('button', { name: 'Quero este horário' })

async function checkBothSchemes(page: Page) {
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectDark(page)
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function listAppointments({ token }: TestUser) {
  const { body } = await requestApi(agendasApi.listOfCustomer, { token })
  return body.appointments.map(({ status, startTime }) => ({ status, startTime }))
}

const bookingPath = ({ shop, date }: Pick<Scene, 'shop' | 'date'>) =>
  `/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}?date=${date}`

const otherBarberOf = (page: Page) => page.getByRole('button', { name: / às .+ com / })

test('what another barber has on a full day is chosen with a tap', async ({ page, backend }) => {
  const scene = await openFullBarbershop(backend)
  await signInAs(page, await createSignedInUser(backend))
  await openPage(page, bookingPath(scene))
  await otherBarberOf(page).tap()
  await expect(page).not.toHaveURL(new RegExp(`/booking/${scene.shop.barberId}/`))
  await expect(page).toHaveURL(/time=/)
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
})

test('a full day: a request, another customer cancels, the offer on the phone is accepted with one tap, the owner sees it', async ({
  page,
  backend,
}) => {
  const scene = await openFullBarbershop(backend)
  const { shop, startsAt, cancel, owner } = scene
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  await signInAs(page, customer)
  const sendScripts = await openWithoutScripts(page, bookingPath(scene))
  await page.evaluate(async () => void (await document.fonts.ready))
  // With the line above the slots that names the zone of the barbershop, which the server does not compare with that of the device.
  const slots = page.getByRole('radiogroup', { name: /^Horários livres/ }).locator('..')
  await expect(otherBarberOf(page), 'what another barber has is part of the HTML').toBeVisible()
  const before = await slots.boundingBox()
  sendScripts()
  await expect(page.getByRole('button', { name: 'Avise-me se abrir' })).toBeVisible()
  const after = await slots.boundingBox()
  expect(Number(after?.y), 'no slot moves under a finger').toBeCloseTo(Number(before?.y), 0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Avise-me se abrir' })
  await expect(dialog.getByRole('button', { pressed: true })).toHaveCount(2)
  await expect(dialog.getByLabel('Com quem?')).toHaveValue(shop.barberId)
  await checkBothSchemes(page)
  await dialog.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  await expect(page.getByText('Pedido guardado')).toBeVisible()

  await cancel()
  const path = await waitForOffer(customer)
  await openPage(page, '/customer/appointments')
  await expect(acceptButton(page)).toHaveCount(1)
  await expect(page.getByText('Avisamos você de 1 horário.')).toBeVisible()
  await checkBothSchemes(page)

  // On a phone that is not signed in.
  await forgetSession(page)
  const countedTaps = await countTaps(page)
  await openPage(page, path)
  await expect(page.getByText(/^Só seu até \d+h/)).toBeVisible()
  await checkBothSchemes(page)
  await page.getByRole('button', { name: 'Quero este horário' }).tap()
  await expect(offerHeading(page, 'Horário marcado')).toBeVisible()
  expect(countedTaps()).toBe(1)
  await checkAccessibility(page)
  expect(await listAppointments(customer)).toEqual([{ status: 'CONFIRMED', startTime: startsAt.toISOString() }])

  await signInAs(page, customer)
  await openPage(page, '/customer/appointments')
  await expect(page.getByRole('region', { name: 'Próximos' })).toContainText('Confirmado')
  await expect(page.getByRole('region', { name: 'Avise-me se abrir' }), 'what was fulfilled is gone').toBeHidden()

  await signInAs(page, owner)
  await openPage(page, '/admin')
  const section = page.getByRole('region', { name: 'Horários que abriram' })
  await expect(section.getByRole('definition')).toHaveText(['1', '1', '1 (100%)', '30 min', 'R$\u00a045,00'])
  await expect(section.getByRole('row', { name: 'Cancelamentos 1 1' })).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('two requests: the first lets the time pass, the second gets it', async ({ page, backend }) => {
  const scene = await openFullBarbershop(backend)
  const first = await createSignedInUser(backend, { name: 'Ana Lua' })
  const second = await createSignedInUser(backend, { name: 'Caio Neves' })
  await requestByApi(scene, first)
  await requestByApi(scene, second)
  await scene.cancel()
  await openPage(page, await waitForOffer(first))
  const { body } = await requestApi(waitlistApi.listOffers, { token: second.token })
  expect(body.offers).toEqual([])
  await page.getByRole('button', { name: 'Deixar passar' }).tap()
  await expect(offerHeading(page, 'Você deixou passar')).toBeVisible()
  await checkAccessibility(page)

  await openPage(page, await waitForOffer(second))
  await page.getByRole('button', { name: 'Quero este horário' }).tap()
  await expect(offerHeading(page, 'Horário marcado')).toBeVisible()
  expect(await listAppointments(first)).toEqual([])
  expect(await listAppointments(second)).toEqual([{ status: 'CONFIRMED', startTime: scene.startsAt.toISOString() }])
})

test('an offer stands above every page in all tabs, also without network, and one tap takes it everywhere', async ({
  page,
  backend,
  context,
  watch,
}) => {
  watch.expect(...noNetwork, /stores nothing for offline use/)
  const scene = await openFullBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  await requestByApi(scene, customer)
  await signInAs(page, customer)
  await openPage(page, `/barbershop/${scene.shop.id}`)
  const other = await context.newPage()
  await openPage(other, '/profile')
  await expect(acceptButton(page)).toBeHidden()

  await scene.cancel()
  for (const tab of [page, other]) {
    await expect(acceptButton(tab)).toHaveCount(1)
    await expect(tab.getByRole('link', { name: /^Abriu um horário: .* Só seu até \d+h/ })).toBeVisible()
  }
  await checkBothSchemes(other)
  // A navigation within the tab, far down the page.
  await other.getByRole('link', { name: 'Favoritos' }).first().click()
  await expect(other).toHaveURL('/customer/favorites')
  await expect(acceptButton(other)).toBeInViewport()

  await context.setOffline(true)
  await acceptButton(page).tap()
  await expect(page.getByText('Sem conexão com o servidor.')).toBeVisible()
  await expect(page.getByText(/Só seu até \d+h/)).toBeVisible()
  await context.setOffline(false)
  await acceptButton(page).tap()
  await expect(page.getByText('Horário marcado')).toHaveCount(1)
  for (const tab of [page, other]) await expect(acceptButton(tab)).toBeHidden()
  expect(await listAppointments(customer)).toEqual([{ status: 'CONFIRMED', startTime: scene.startsAt.toISOString() }])
})

test('an offer that is refused in one tab disappears in the other, and its own page has it once', async ({
  page,
  backend,
  context,
}) => {
  const scene = await openFullBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  await requestByApi(scene, customer)
  await signInAs(page, customer)
  await openPage(page, '/')
  const other = await context.newPage()
  await openPage(other, '/customer/appointments')
  await scene.cancel()
  await expect(acceptButton(other)).toHaveCount(1)
  await page.getByRole('link', { name: /^Abriu um horário/ }).tap()
  await expect(page.getByRole('button', { name: 'Deixar passar' })).toBeVisible()
  await expect(acceptButton(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Deixar passar' }).tap()
  await expect(offerHeading(page, 'Você deixou passar')).toBeVisible()
  await expect(acceptButton(other)).toBeHidden()
})

test('an empty search: what was typed is there again after the login, then it is changed, paused and cancelled', async ({
  page,
  backend,
}) => {
  const { latitude, longitude } = emptyArea
  await openPage(page, `/?lat=${latitude}&lon=${longitude}&service=mechas%20azuis`)
  const dialog = page.getByRole('dialog', { name: 'Avise-me se abrir' })
  await page.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  await expect(dialog.getByLabel('Qual serviço?')).toHaveValue('mechas azuis')
  await dialog.getByRole('button', { name: '20 km' }).tap()
  await dialog.getByRole('button', { name: 'Noite' }).tap()
  await dialog.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  await expect(page.getByText('Entre para a gente saber quem avisar')).toBeVisible()
  const customer = await createSignedInUser(backend, { password: 'Uma-senha-boa-7' })
  await page.getByRole('main').getByLabel('E-mail').fill(customer.email)
  await page.getByLabel('Senha', { exact: true }).fill('Uma-senha-boa-7')
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).tap()
  await expect(dialog.getByRole('button', { name: '20 km' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByRole('button', { name: 'Noite' })).toHaveAttribute('aria-pressed', 'true')
  await checkBothSchemes(page)
  await dialog.getByRole('button', { name: 'Avise-me se abrir' }).tap()

  const section = page.getByRole('region', { name: 'Avise-me se abrir' })
  await expect(section.getByText(/^Até 20 km de /)).toBeVisible()
  await section.getByRole('button', { name: 'Mudar' }).tap()
  const editing = page.getByRole('dialog', { name: 'Mudar o pedido' })
  await editing.getByLabel('Pagar até (opcional)').fill('80')
  await editing.getByRole('combobox', { name: 'Perto de onde?' }).fill('floripa')
  await editing.getByRole('option', { name: 'Florianópolis SC' }).tap()
  await expect(editing.getByText('Perto de Florianópolis - SC')).toBeVisible()
  await checkAccessibility(page)
  await editing.getByRole('button', { name: 'Salvar' }).tap()
  await expect(section.getByText('Até 20 km de Florianópolis - SC')).toBeVisible()
  await expect(section.getByText(/a partir das 18h · até R\$\s80,00$/)).toBeVisible()
  await section.getByRole('button', { name: 'Pausar' }).tap()
  await expect(section.getByText(/^Pausado: /)).toBeVisible()
  await checkBothSchemes(page)
  await section.getByRole('button', { name: 'Cancelar' }).tap()
  await page.getByRole('button', { name: 'Cancelar pedido' }).tap()
  await expect(section).toBeHidden()
})

test('a slot that was lost by conflict leads to a request for the hours around it', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/ 409$/)
  const { shop, timeZone } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend)
  const other = await createSignedInUser(backend)
  const date = dateAtBarbershop(backend.now(), timeZone, 1)
  await signInAs(page, customer)
  await openPage(page, `${bookingPath({ shop, date })}&time=14:00`)
  await expect(confirmButton(page)).toBeEnabled()
  const startTime = toInstant(date, '14:00', timeZone).toISOString()
  expect(await bookSlot(other.token, { barberId: shop.barberId, serviceId: shop.serviceId, startTime })).toBe(201)
  await confirmButton(page).tap()
  const conflict = page.getByRole('dialog', { name: 'Esse horário já foi' })
  await conflict.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Avise-me se abrir' })
  await expect(dialog.getByLabel('Das')).toHaveValue(String(13 * 60))
  await expect(dialog.getByLabel('Até: hora final')).toHaveValue(String(16 * 60))
  await checkBothSchemes(page)
  await dialog.getByRole('button', { name: 'Avise-me se abrir' }).tap()
  await expect(dialog).toBeHidden()
  await expect(conflict).toBeVisible()
  const { body } = await requestApi(waitlistApi.listOwn, { token: customer.token })
  expect(body.requests[0]?.wanted).toEqual([{ date, fromMin: 13 * 60, untilMin: 16 * 60 }])
})
