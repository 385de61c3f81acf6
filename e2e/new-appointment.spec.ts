import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

type Scene = Awaited<ReturnType<typeof openAlwaysOpenBarbershop>>

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Marcar horário' })
const gapOf = (page: Page, name: string) =>
  page.getByRole('list', { name: `O dia de ${name}` }).getByRole('button', { name: /^livre/ })

/** Who had the haircut of the barbershop two days ago. */
async function addKnownCustomer(backend: Backend, { shop }: Scene, name: string) {
  const { user } = await createSignedInUser(backend, { name, phone: '62977771234' })
  const { id } = await addAppointment(backend, shop, { customerId: user.id, status: 'COMPLETED', hoursFromNow: -48 })
  await backend.db.updateTable('appointments').set({ service_id: shop.serviceId }).where('id', '=', id).execute()
  return user
}

test('from a gap a known customer is put in within four taps, with the usual service', async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const scene = await openAlwaysOpenBarbershop(backend)
  await addKnownCustomer(backend, scene, 'Ana Telefona')
  await signInAs(page, scene.owner)
  await openPage(page, '/admin/appointments?ver=dia')
  await gapOf(page, 'Tonho Valadares').first().tap()
  await expect(sheet(page).getByLabel('Barbeiro').locator('option:checked')).toHaveText('Tonho Valadares')
  await expect(sheet(page).getByLabel('Cliente')).toBeFocused()
  await page.keyboard.type('ana tel')
  await sheet(page)
    .getByRole('button', { name: /Ana Telefona/ })
    .tap()
  await expect(sheet(page).getByRole('button', { name: /Corte na régua/ })).toHaveAttribute('aria-pressed', 'true')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await sheet(page)
    .getByRole('button', { name: /^Marcar às/ })
    .tap()
  const booked = page.getByRole('dialog', { name: 'Horário marcado' })
  await expect(booked).toContainText('Ana Telefona')
  await booked.getByRole('button', { name: 'Pronto' }).tap()
  await expect(page.getByRole('list', { name: 'O dia de Tonho Valadares' })).toContainText('Ana Telefona')
  expect(countedTaps()).toBe(4)
})

test('who is there is put in with three taps, also with two services', async ({ page, backend }) => {
  const countedTaps = await countTaps(page)
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  await holdTimers(page)
  await page.getByRole('button', { name: 'Encaixar agora' }).tap()
  const cut = sheet(page).getByRole('button', { name: /Corte na régua/ })
  await expect(cut).toBeInViewport({ ratio: 1 })
  await cut.tap()
  // The page reports it some time after the tap.
  await expect.poll(countedTaps).toBe(2)
  await sheet(page)
    .getByRole('button', { name: /^Barba/ })
    .tap()
  await sheet(page).getByRole('button', { name: 'Encaixar agora' }).tap()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Encaixado às')
  await expect(page.getByRole('region', { name: 'Na cadeira' })).toContainText(/Corte na régua \+ Barba/)
  expect(countedTaps()).toBe(4)
})

test('a time that is full shows what is left, and one tap books it', async ({ page, backend, watch }) => {
  watch.expect(/ 409$/)
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, owner } = scene
  const { user } = await createSignedInUser(backend, { name: 'Beto Sol' })
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments?ver=dia')
  await gapOf(page, 'Tonho Valadares').first().tap()
  await sheet(page).getByLabel('Cliente').fill('Zé da Feira')
  await sheet(page)
    .getByRole('button', { name: /Corte na régua/ })
    .tap()
  const submit = sheet(page).getByRole('button', { name: /^Marcar às/ })
  await expect(submit).toBeEnabled()

  // Meanwhile a customer books it.
  await addAppointment(backend, shop, { customerId: user.id, status: 'CONFIRMED', hoursFromNow: 0.1 })
  await submit.tap()
  await expect(sheet(page).getByRole('alert')).toContainText(/ocupad/i)
  await expect(submit, 'a second tap books nothing else').toBeDisabled()
  await checkAccessibility(page)
  await sheet(page)
    .getByRole('button', { name: /^\d{1,2}h(\d\d)?( com .+)?$/ })
    .last()
    .tap()
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Zé da Feira')
})

test('eighty services fit into the sheet: the most booked first, the others by category and search', async ({
  page,
  backend,
}) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { shop, barber } = scene
  const categories = ['Barba', 'Química', 'Tratamentos']
  const services = Array.from({ length: 80 }, (_, index) => ({
    barbershop_id: shop.id,
    name: `Serviço número ${index + 1}`,
    duration_min: 20,
    price_cents: 3000 + index * 100,
    position: index + 10,
    category: categories[index % 3] ?? null,
  }))
  const inserted = await backend.db.insertInto('services').values(services).returning(['id', 'name']).execute()
  const popular = inserted.find(({ name }) => name === 'Serviço número 77')
  const { user } = await createSignedInUser(backend, { name: 'Caio Lima' })
  const { id } = await addAppointment(backend, shop, { customerId: user.id, status: 'COMPLETED', hoursFromNow: -48 })
  await backend.db
    .updateTable('appointments')
    .set({ service_id: popular?.id ?? null })
    .where('id', '=', id)
    .execute()
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await page.getByRole('button', { name: 'Encaixar agora' }).tap()
  const rows = sheet(page).getByRole('group', { name: 'Serviços' }).getByRole('button')
  await expect(rows.first()).toContainText('Serviço número 77')
  const height = await sheet(page).evaluate((dialog) =>
    Math.max(...[...dialog.querySelectorAll('*')].map((element) => element.scrollHeight)),
  )
  expect(height, 'it was 5,738 px').toBeLessThan(1_100)
  await sheet(page).getByLabel('Buscar serviço').fill('numero 42')
  await sheet(page).getByLabel('Buscar serviço').press('Enter')
  await expect(sheet(page).getByRole('list', { name: 'Escolhidos' })).toContainText('Serviço número 42')
  await sheet(page).getByLabel('Buscar serviço').fill('')
  await sheet(page).getByText('Química').click()
  await sheet(page)
    .getByRole('button', { name: /^Serviço número 2 / })
    .click()
  await expect(sheet(page)).toContainText(/40 min · R\$\s102,00|40 min · R\$\s/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await holdTimers(page)
  await sheet(page).getByRole('button', { name: 'Encaixar agora' }).tap()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Encaixado às')
})

test('two receptionists for one gap never book it twice', async ({ page, backend, watch }) => {
  watch.expect(/ 409$/)
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.owner)
  await openPage(page, '/admin/appointments?ver=dia')
  await gapOf(page, 'Tonho Valadares').first().tap()
  await sheet(page)
    .getByRole('button', { name: /Corte na régua/ })
    .tap()
  const time = await sheet(page).getByLabel('Outro horário').inputValue()
  const at = Temporal.Now.plainDateISO(scene.timeZone).toZonedDateTime({ timeZone: scene.timeZone, plainTime: time })
  const body = {
    barberId: scene.shop.barberId,
    serviceId: scene.shop.serviceId,
    startTime: at.toInstant().toString(),
    customerName: 'Da colega',
  }
  expect((await requestApi(appointmentsApi.walkIn, { token: scene.owner.token, body })).status).toBe(201)
  await sheet(page)
    .getByRole('button', { name: /^Marcar às/ })
    .dblclick()
  await expect(sheet(page).getByRole('alert')).toBeVisible()
  const { rows } = {
    rows: await backend.db.selectFrom('appointments').select('id').where('barbershop_id', '=', scene.shop.id).execute(),
  }
  expect(rows).toHaveLength(1)
})
