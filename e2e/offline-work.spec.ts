import { createHash } from 'node:crypto'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import type { BrowserContext, Page } from '@playwright/test'
import { formatTimeInSentence } from '../web/src/lib/format.ts'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment, HOUR } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import type { Network } from './app/network.ts'
import { noNetwork, offlineTest as test } from './offline-test.ts'
import { checkAccessibility, checkWholePage } from './steps/accessibility.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect } from './test.ts'

type Scene = Awaited<ReturnType<typeof openScene>>
type Connection = { context: BrowserContext; network: Network }

/** A morning: one who is served, one who did not come, three requests, and one who is to come later. */
async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  async function add(name: string, status: 'SCHEDULED' | 'CONFIRMED', hoursFromNow: number) {
    const customer = await createSignedInUser(backend, { name })
    const { id } = await addAppointment(backend, scene.shop, { customerId: customer.user.id, status, hoursFromNow })
    return { customer, id, hoursFromNow }
  }
  const appointments = {
    davi: await add('Davi Cadeira', 'CONFIRMED', -0.25),
    mara: await add('Mara Falta', 'CONFIRMED', -1.5),
    pedro: await add('Pedro Pedido', 'SCHEDULED', 2),
    rita: await add('Rita Recusada', 'SCHEDULED', 3),
    vera: await add('Vera Mudança', 'CONFIRMED', 4),
    caio: await add('Caio Cancela', 'SCHEDULED', 5),
  }
  const taker = await createSignedInUser(backend, { name: 'Tina Toma' })
  const profile = await backend.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: scene.shop.id, name: 'Nilo Notas', phone: '+5562955554444' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...scene, ...appointments, taker, profileId: profile.id }
}

const disconnect = async ({ context, network }: Connection) => {
  network.isOff = true
  await disconnectPages(context)
}
const connect = async ({ context, network }: Connection) => {
  network.isOff = false
  await context.setOffline(false)
}

const bar = (page: Page) => page.getByRole('button', { name: /guardada/ })
const timeline = (page: Page) => page.getByRole('list', { name: 'O dia de Tonho Valadares' })
const timeAt = ({ timeZone }: Scene, now: Date, hours: number) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    now.getTime() + hours * HOUR,
  )

/** With network: what a barber has open in a morning, until it is stored. */
async function visit(page: Page, { barber, shop, profileId }: Scene) {
  const { id: userId } = barber.user
  await openPage(page, '/barber/appointments')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expectStored(page, userId, ['appointments', 'day', { side: 'barber', userId }, 'today'])
  for (const part of ['weekly-hours', 'time-off'])
    await expectStored(page, userId, ['appointments', 'schedule', shop.barberId, part])
  await openPage(page, `/clientes?ficha=${profileId}`)
  for (const key of [
    ['customers', 'barbershops', userId],
    ['customers', 'profile', profileId],
  ])
    await expectStored(page, userId, key)
  await openPage(page, '/barber/appointments')
}

/** The names of stored queries are hashed. */
async function expectStored(page: Page, userId: string, key: readonly unknown[]) {
  const name = `${userId}/query/${createHash('sha256').update(JSON.stringify(key)).digest('hex')}`
  await expect.poll(() => listRecords(page)).toContain(name)
}

const listRecords = (page: Page) =>
  page.evaluate(async () => {
    const exists = (await indexedDB.databases()).some((one) => one.name === 'na-regua')
    if (!exists) return []
    const open = indexedDB.open('na-regua')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const request = database.transaction('records').objectStore('records').getAllKeys()
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return keys.map(String)
  })

const press = (page: Page, name: RegExp, button: string) =>
  page.getByRole('group', { name }).getByRole('button', { name: button, exact: true }).first().click()

/** The tab is killed while the act could still be undone. */
async function acceptAndKill(page: Page, context: BrowserContext) {
  await holdTimers(page)
  await press(page, /^Pedro Pedido/, 'Aceitar')
  await expect(page.getByRole('status', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' })).toBeVisible()
  await page.close()
  const opened = await context.newPage()
  await openPage(opened, '/barber/appointments')
  await expect(bar(opened)).toContainText('Sem rede · 1 ação guardada')
  return opened
}

/** Accepts another request, refuses one, finishes who is served, and marks who did not come. */
async function actOnAppointments(page: Page) {
  const waiting = page.getByRole('region', { name: /^Esperando sua resposta/ })
  await press(page, /^Rita Recusada/, 'Recusar')
  await press(page, /^Caio Cancela/, 'Aceitar')
  await press(page, /^Davi Cadeira/, 'Finalizar')
  await page.getByText('Faltou dizer').click()
  await page.getByRole('button', { name: 'Não veio: Mara Falta' }).click()
  await expect(bar(page)).toContainText('Sem rede · 5 ações guardadas')
  await expect(waiting).toBeHidden()
  await expect(timeline(page).getByRole('button', { name: /Pedro Pedido.*Aguardando rede/ })).toBeVisible()
}

async function addWalkIn(page: Page, time: string) {
  await timeline(page)
    .getByRole('button', { name: /Encaixar/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await dialog.getByLabel('Horário').fill(time)
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  await dialog.getByLabel('Cliente').fill('Zé da Porta')
  await dialog.getByRole('button', { name: /^Marcar às/ }).click()
  await expect(timeline(page).getByRole('button', { name: /Zé da Porta.*Proposta/ })).toBeVisible()
}

async function bookByPhone(page: Page, time: string) {
  await page.getByRole('button', { name: 'Marcar para cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await dialog.getByLabel('Telefone').fill('62966665555')
  await dialog.getByLabel('Cliente').fill('Rui Telefona')
  await expect(dialog.getByText(/Sem rede: quem já é cliente/)).toBeVisible()
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  await dialog.getByLabel('Horário').fill(time)
  await dialog.getByRole('button', { name: `Marcar às ${formatTimeInSentence(time)}` }).click()
  await expect(timeline(page).getByRole('button', { name: /Rui Telefona.*Proposta/ })).toBeVisible()
}

async function move(page: Page, time: string) {
  await timeline(page)
    .getByRole('button', { name: /Vera Mudança/ })
    .click()
  await page.getByRole('dialog', { name: 'Vera Mudança' }).getByRole('button', { name: 'Mudar horário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mudar horário: Vera Mudança' })
  await dialog.getByLabel('Horário').fill(time)
  await dialog.getByRole('button', { name: `Mudar para ${formatTimeInSentence(time)}` }).click()
  await expect(timeline(page).getByRole('button', { name: /Vera Mudança.*Proposta/ })).toBeVisible()
}

async function addBreak(page: Page, date: string) {
  await page.getByRole('link', { name: 'Meu horário' }).click()
  await page.getByRole('button', { name: 'Nova folga' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova folga' })
  await dialog.getByLabel('De', { exact: true }).fill(date)
  await dialog.getByLabel('Até').fill(date)
  await dialog.getByRole('button', { name: 'Marcar folga' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Aguardando rede' })).toBeVisible()
}

async function writeNote(page: Page, profileId: string) {
  await openPage(page, `/clientes?ficha=${profileId}`)
  const dialog = page.getByRole('dialog', { name: 'Nilo Notas' })
  await dialog.getByLabel('Notas da barbearia').fill('Máquina 2 nas laterais')
  await dialog.getByRole('button', { name: 'Salvar ficha' }).click()
  await expect(dialog.getByText(/Aguardando rede/)).toBeVisible()
}

/** A log-out would delete what was not sent: it cannot be sent now, so the barber stays. */
async function stayLoggedIn(page: Page) {
  await page.getByRole('button', { name: /^Menu de/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  const dialog = page.getByRole('dialog', { name: 'Há 10 ações que ainda não foram enviadas' })
  await expect(dialog).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Enviar e sair' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Ainda não deu para enviar')
  await dialog.getByRole('button', { name: 'Voltar' }).click()
  await expect(bar(page)).toBeVisible()
}

/** Meanwhile, with network: one customer cancels, another takes the time of the walk-in. */
async function actAsCustomers({ caio, taker, shop, timeZone }: Scene, backend: Backend, time: string) {
  const cancelled = await requestApi(appointmentsApi.cancel, {
    params: { id: caio.id },
    body: {},
    token: caio.customer.token,
  })
  expect(cancelled.status).toBe(200)
  const date = dateAtBarbershop(backend.now(), timeZone, 0)
  const hours = Number(timeZone.match(/[+-]\d+/)?.[0] ?? 0)
  const startTime = new Date(Date.parse(`${date}T${time}:00Z`) + hours * HOUR).toISOString()
  const taken = await requestApi(appointmentsApi.create, {
    body: { barberId: shop.barberId, serviceId: shop.serviceId, startTime },
    token: taker.token,
  })
  expect(taken.status).toBe(201)
}

/** What the server has of the morning, by name. */
async function readMorning(backend: Backend, scene: Scene) {
  const rows = await backend.db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.customer_id')
    .leftJoin('customer_profiles', 'customer_profiles.id', 'appointments.profile_id')
    .select(['users.name as user', 'appointments.customer_name as name', 'customer_profiles.name as profile', 'status'])
    .where('appointments.barbershop_id', '=', scene.shop.id)
    .execute()
  return rows.map(({ user, name, profile, status }) => `${user ?? name ?? profile} ${status}`).toSorted()
}

/** A time after all appointments of the morning. */
async function findFreeSlot(backend: Backend, scene: Scene) {
  const { shop, timeZone } = scene
  const query = { date: dateAtBarbershop(backend.now(), timeZone, 0), serviceId: shop.serviceId }
  const { slots } = (await requestApi(availabilityApi.get, { params: { id: shop.barberId }, query })).body
  return slots.find((slot) => slot > timeAt(scene, backend.now(), 6)) ?? ''
}

/** What could not be done is shown with its reason: one takes the next slot, the other has only to be read. */
async function settleRefusals(page: Page) {
  const cancelled = page.getByRole('region', { name: /^Aceitar: Caio Cancela/ })
  await expect(cancelled).toContainText(/Cancelado pelo cliente às \d{1,2}h/)
  const occupied = page.getByRole('region', { name: /Zé da Porta/ })
  await expect(occupied).toContainText(/Horário ocupado: encaixar às \d{1,2}h/)
  await expect(bar(page)).toBeHidden()
  await checkWholePage(page)
  await occupied
    .getByRole('button', { name: /^Encaixar às/ })
    .first()
    .click()
  await expect(occupied).toBeHidden()
  await cancelled.getByRole('button', { name: 'Entendi' }).click()
  await expect(cancelled).toBeHidden()
  await expect(timeline(page).getByRole('button', { name: /Zé da Porta/ })).toBeVisible()
  await expect(bar(page)).toBeHidden()
}

/** The page of the day, opened in flight mode after its tab was killed: a walk-in, a call, a move, a break and a note. */
async function workOffline(page: Page, backend: Backend, { scene, taken }: { scene: Scene; taken: string }) {
  const at = (hours: number) => timeAt(scene, backend.now(), hours)
  await openPage(page, '/barber/appointments')
  await expect(bar(page)).toContainText('Sem rede · 5 ações guardadas')
  await addWalkIn(page, taken)
  await bookByPhone(page, at(8))
  await move(page, at(9))
  await expect(bar(page)).toContainText('Sem rede · 8 ações guardadas')
  await expectNoHorizontalScroll(page)
  // It half covers a row, depending on the hour.
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  await checkWholePage(page)
  await addBreak(page, dateAtBarbershop(backend.now(), scene.timeZone, 1))
  await writeNote(page, scene.profileId)
  await openPage(page, '/barber/appointments')
  await expect(bar(page)).toContainText('Sem rede · 10 ações guardadas')
}

/** How many commands of the user were executed. */
async function countCommands({ db }: Backend, userId: string) {
  const { count } = await db
    .selectFrom('client_commands')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('a barber works a morning without network, while customers cancel and book', async ({
  page,
  context,
  network,
  backend,
  watch,
}) => {
  watch.expect(...noNetwork)
  const scene = await openScene(backend)
  const taken = await findFreeSlot(backend, scene)
  await signInAs(page, scene.barber)
  await visit(page, scene)

  await disconnect({ context, network })
  const second = await acceptAndKill(page, context)
  await actOnAppointments(second)
  await actAsCustomers(scene, backend, taken)
  // The tab is killed, and opened again in flight mode.
  await second.close()
  const opened = await context.newPage()
  await workOffline(opened, backend, { scene, taken })
  await stayLoggedIn(opened)

  await connect({ context, network })
  await settleRefusals(opened)

  await expect
    .poll(() => readMorning(backend, scene))
    .toEqual([
      'Caio Cancela CANCELLED',
      'Davi Cadeira COMPLETED',
      'Mara Falta NO_SHOW',
      'Pedro Pedido CONFIRMED',
      'Rita Recusada CANCELLED',
      'Rui Telefona CONFIRMED',
      'Tina Toma SCHEDULED',
      'Vera Mudança CONFIRMED',
      'Zé da Porta CONFIRMED',
    ])
  // Shown once: not again in a new page, and nothing is sent twice.
  await openPage(opened, '/barber/appointments')
  await expect(timeline(opened)).toContainText('Zé da Porta')
  await expect(opened.getByRole('button', { name: 'Entendi' })).toBeHidden()
  expect(await countCommands(backend, scene.barber.user.id)).toBe(11)
})
