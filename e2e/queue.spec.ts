import { randomUUID } from 'node:crypto'
import { queueApi } from '@na-regua/contract/queue'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { holdRequests } from './steps/hold-requests.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A barbershop that takes walk-ins all day. */
async function openQueue(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const doorKey = randomUUID()
  const screenKey = randomUUID()
  await backend.db
    .insertInto('barbershop_queues')
    .values({
      barbershop_id: scene.shop.id,
      is_on: true,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      max_length: 20,
      call_minutes: 5,
      slide_positions: 2,
      max_slides: 1,
      walk_in_share: 0,
      updated_at: backend.now(),
      door_key: doorKey,
      screen_key: screenKey,
    })
    .execute()
  return { ...scene, doorKey }
}

/** A barber taps on their phone: the next one is called. */
async function callNext(shop: { id: string; barberId: string }, { token }: TestUser) {
  const today = await requestApi(queueTodayApi.get, { params: { id: shop.id }, token })
  const [entry] = today.body.entries.filter(({ status }) => status === 'WAITING')
  if (!entry) throw new Error('no customer waits')
  const body = { barberId: shop.barberId, version: entry.version }
  expect((await requestApi(queueTodayApi.call, { params: { id: entry.id }, body, token })).status).toBe(200)
  return entry
}

const expectDoor = (page: Page) => expect(page.getByText('Barbearia do Dia Longo')).toBeVisible()

async function slowDown(page: Page) {
  const client = await page.context().newCDPSession(page)
  // A slow 4G, and a phone at a fourth of this machine's speed.
  const throughput = (1.6 * 1024 * 1024) / 8
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput / 2,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

test('a slow phone at the door: from the code to a place in two taps, called, and out', async ({ page, backend }) => {
  const { shop, barber, doorKey } = await openQueue(backend)
  const countedTaps = await countTaps(page)
  const speedUp = await slowDown(page)
  await page.goto(`/fila#${doorKey}`)
  await expectDoor(page)
  await page.getByLabel('Seu nome').fill('Beto')
  await page.getByRole('button', { name: 'Entrar na fila' }).tap()
  const place = page.getByRole('heading', { name: /Você é o próximo/ })
  await expect(place).toBeVisible({ timeout: 10_000 })
  expect(countedTaps()).toBeLessThanOrEqual(2)
  await speedUp()
  await expect(page).toHaveTitle('1º · Na Régua')
  await expect(page).toHaveURL(/\/f\/[\w-]+$/)
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await callNext(shop, barber)
  await expect(page.getByRole('heading', { name: /É a sua vez, com Tonho/ })).toBeVisible()
  await expect(page).toHaveTitle('É a sua vez · Na Régua')
  await expect(page.getByText(/^Chegue até \d+h/)).toBeVisible()
  await checkAccessibility(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Vi, estou indo' }).tap()

  // The same code once more leads back to the place.
  await page.goto(`/fila#${doorKey}`)
  await reloadPage(page)
  await expect(page.getByText('Beto já está na fila')).toBeVisible()
  await expect(page.getByText('1 esperando')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ver meu lugar' }).tap()
  await page.getByRole('button', { name: 'Sair da fila' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair da fila' }).tap()
  await expect(page.getByRole('heading', { name: 'Você saiu da fila' })).toBeVisible()
  await page.getByRole('link', { name: 'Entrar de novo' }).tap()
  await page.getByRole('button', { name: 'Entrar de novo' }).tap()
  await expect(page.getByLabel('Seu nome')).toHaveValue('Beto')
})

test('the form at the door does not move when a long name of the barbershop arrives', async ({ page, backend }) => {
  const { shop, doorKey } = await openQueue(backend)
  const name = 'Barbearia e Salão de Beleza Masculina Irmãos Albuquerque Cavalcanti de Vasconcelos'
  await backend.db.updateTable('barbershops').set({ name }).where('id', '=', shop.id).execute()
  const release = await holdRequests(page, '**/api/queue/doors/*')
  await openPage(page, `/fila#${doorKey}`)
  await page.evaluate(async () => void (await document.fonts.ready))
  const button = page.getByRole('button', { name: 'Entrar na fila' })
  const before = await button.boundingBox()
  release()
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('ninguém esperando')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('a tap without network joins once when it is back', async ({ page, backend, watch }) => {
  watch.expect(/Failed to load resource|net::|ERR_/)
  const { shop, barber, doorKey } = await openQueue(backend)
  await openPage(page, `/fila#${doorKey}`)
  await expectDoor(page)
  await page.getByLabel('Seu nome').fill('Davi')
  // The request arrives, its response does not.
  await page.route('**/api/queue/doors/*/entries', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Entrar na fila' }).tap()
  await expect(page.getByText(/Tentando de novo sozinho/)).toBeVisible()
  await page.unroute('**/api/queue/doors/*/entries')
  await expect(page.getByRole('heading', { name: /Você é o próximo/ })).toBeVisible()
  const { body } = await requestApi(queueTodayApi.get, { params: { id: shop.id }, token: barber.token })
  expect(body.entries).toHaveLength(1)
})

test('a signed-in customer joins from the page of the barbershop, lets others pass, and finds the place again', async ({
  page,
  backend,
}) => {
  const { shop } = await openQueue(backend)
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  await signInAs(page, customer)
  await openPage(page, `/barbershop/${shop.id}`)
  await page.getByRole('button', { name: 'Entrar na fila' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Entrar na fila' })
  await dialog.getByLabel('Barbeiro').selectOption({ index: 1 })
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Entrar na fila' }).tap()
  await expect(page.getByRole('heading', { name: /Você é o próximo/ })).toBeVisible()
  await page.getByRole('button', { name: 'Vou me atrasar' }).tap()
  await page.getByRole('button', { name: 'Deixar passar' }).tap()
  await expect(page.getByRole('dialog')).toBeHidden()

  await openPage(page, '/customer/appointments')
  await expect(page.getByRole('region', { name: 'Na fila agora' })).toContainText('Você é o próximo')
  await checkAccessibility(page)
  await openPage(page, `/barbershop/${shop.id}`)
  await page.getByRole('region', { name: 'Fila' }).getByRole('link').tap()
  await expect(page).toHaveURL(/\/f\//)
})

test('a call stands above every page in all tabs, and one tap leads to the place', async ({
  page,
  backend,
  context,
}) => {
  const { shop, barber } = await openQueue(backend)
  const customer = await createSignedInUser(backend, { name: 'Joana Prado' })
  expect((await requestApi(queueApi.join, { params: { id: shop.id }, body: {}, token: customer.token })).status).toBe(
    201,
  )
  await signInAs(page, customer)
  await openPage(page, `/barbershop/${shop.id}`)
  const other = await context.newPage()
  await openPage(other, '/customer/appointments')
  await expect(other.getByRole('region', { name: 'Na fila agora' })).toContainText('Você é o próximo')

  await callNext(shop, barber)
  for (const tab of [page, other]) {
    await expect(tab.getByText('É a sua vez')).toHaveCount(1)
    await expect(tab.getByRole('link', { name: /^É a sua vez Chegue até \d+h\d*\. Com Tonho Valadares/ })).toBeVisible()
  }
  await expect(other.getByRole('region', { name: 'Na fila agora' })).toBeHidden()
  await expectNoHorizontalScroll(other)
  await checkAccessibility(other)
  await page.getByRole('link', { name: 'Ver meu lugar' }).tap()
  await expect(page.getByRole('heading', { name: /É a sua vez, com Tonho/ })).toBeVisible()
  await expect(page.getByText('É a sua vez')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sair da fila' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair da fila' }).tap()
  await expect(other.getByText('É a sua vez')).toBeHidden()
})

test('a call reaches who joined at the door without an account on every page, in all tabs and without network', {
  tag: '@desktop',
}, async ({ page, backend, context, watch }) => {
  watch.expect(...noNetwork)
  const { shop, barber, doorKey } = await openQueue(backend)
  // Opened before the customer joins, and not touched since.
  const other = await context.newPage()
  await openPage(other, '/sobre')
  await openPage(page, `/fila#${doorKey}`)
  await expectDoor(page)
  await page.getByLabel('Seu nome').fill('Beto')
  await page.getByRole('button', { name: 'Entrar na fila' }).click()
  await expect(page.getByRole('heading', { name: /Você é o próximo/ })).toBeVisible()
  const banner = (tab: Page) => tab.getByRole('link', { name: /^É a sua vez Chegue até \d+h\d*\. Com Tonho Valadares/ })

  await callNext(shop, barber)
  await expect(banner(other)).toBeVisible()
  await expect(page.getByRole('heading', { name: /É a sua vez, com Tonho/ })).toBeVisible()
  await expect(page.getByText('É a sua vez')).toHaveCount(1)
  await page.getByRole('link', { name: 'Na Régua, início' }).click()
  await expect(banner(page)).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)

  await disconnectPages(context)
  await expect(banner(other)).toBeVisible()
  await context.setOffline(false)
  await other.getByRole('link', { name: 'Ver meu lugar' }).click()
  await other.getByRole('button', { name: 'Sair da fila' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Sair da fila' }).click()
  await expect(other.getByRole('heading', { name: 'Você saiu da fila' })).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

test('without a session the barbershop page leads over the login back to the choice', async ({ page, backend }) => {
  const { shop } = await openQueue(backend)
  await openPage(page, `/barbershop/${shop.id}`)
  await page.getByRole('link', { name: 'Entrar na fila' }).tap()
  await expect(page.getByText('Entre para guardar seu lugar na fila.')).toBeVisible()
  const customer = await createSignedInUser(backend, { password: 'Uma-senha-boa-7' })
  await page.getByRole('main').getByLabel('E-mail').fill(customer.email)
  await page.getByLabel('Senha', { exact: true }).fill('Uma-senha-boa-7')
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).tap()
  await expect(page.getByRole('dialog', { name: 'Entrar na fila' })).toBeVisible()
})

test('a customer who is notified of a delay chooses another barber', async ({ page, backend }) => {
  const { shop, colleague } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Ana Pontual' })
  const { id } = await addAppointment(backend, shop, {
    customerId: customer.user.id,
    status: 'CONFIRMED',
    hoursFromNow: 1,
  })
  const notified = { told_delay_min: 15, told_delay_at: backend.now() }
  await backend.db.updateTable('appointments').set(notified).where('id', '=', id).execute()
  await signInAs(page, customer)
  // As the notification leads.
  await openPage(page, `/customer/appointments#cartao-${id}`)
  const card = page.locator(`#cartao-${id}`)
  await expect(card).toContainText('Tonho Valadares está uns 15 min atrasado')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await card.getByRole('button', { name: 'Outro barbeiro' }).tap()
  await card.getByRole('button', { name: new RegExp(`com ${colleague.user.name}`) }).tap()
  await expect(page.getByText(/^Combinado: .+ com Lia Fontes$/)).toBeVisible()
  await expect(card).not.toContainText('atrasado')
  await expect(card).toContainText('Lia Fontes')
})
