import { appointmentsApi } from '@na-regua/contract/appointments'
import type { PushPayload } from '@na-regua/contract/push'
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { insertNotification } from '../server/src/features/notifications/events/queries.ts'
import { type PushService, startPushService } from '../server/test/push-double.ts'
import { morningZone, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { chromium } from './app/chromium.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test as testWithoutWorker } from './test.ts'

type PushFixtures = { push: PushService; device: ReturnType<PushService['createDevice']> }

/**
 * The real browser with its real worker. Only the browser's own push service, which is outside, is replaced: by one that verifies and
 * decrypts what our server sends. What it received is delivered to the worker by the browser.
 */
const test = testWithoutWorker.extend<PushFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  push: async ({}, use) => {
    const push = await startPushService({ port: Number(process.env.E2E_PUSH_PORT) })
    await use(push)
    await push.close()
  },
  device: async ({ push, context }, use) => {
    const device = push.createDevice()
    await context.addInitScript(replacePushManager, device.input)
    await use(device)
  },
  // Never in quiet hours.
  timezoneId: morningZone(new Date()),
})
// The headless shell denies every notification.
const executablePath = chromium.executablePath.replace(/-headless-shell$/, '')
test.use({ serviceWorkers: 'allow', launchOptions: { ...chromium, executablePath } })
// One push service, at the address that the server knows.
test.describe.configure({ mode: 'serial' })

/** In the page: a push manager that has no service to register with. */
function replacePushManager({ endpoint, keys }: { endpoint: string; keys: Record<string, string> }) {
  const stored = () => sessionStorage.getItem('subscribed-key')
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer
  const subscription = () => ({
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: toBytes(stored() ?? '') },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      sessionStorage.removeItem('subscribed-key')
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (stored() ? subscription() : null),
    permissionState: async () => 'granted',
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      sessionStorage.setItem('subscribed-key', applicationServerKey)
      return subscription()
    },
  })
}

/** The worker of the page, and what the browser delivers to it. */
async function openWorker(page: Page, context: BrowserContext) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  // A tap that no finger made may open no window: what it would have opened is recorded.
  await worker.evaluate(() => {
    const scope = self as unknown as { clients: { openWindow: unknown }; opened: string[] }
    scope.opened = []
    scope.clients.openWindow = async (url: string) => void scope.opened.push(url)
  })
  const session = await context.newCDPSession(page)
  const registrationId = await findRegistration(session)
  const origin = new URL(page.url()).origin
  return {
    worker,
    deliver: (payload: PushPayload | string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
  }
}

async function findRegistration(session: CDPSession) {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

/** What the functions below use of the worker, whose types are not those of a page. */
type WorkerScope = {
  registration: { getNotifications(): Promise<(Notification & { actions: { title: string }[] })[]> }
  navigator: { locks: LockManager }
  NotificationEvent: new (type: string, init: object) => Event & { waitUntil(work: Promise<unknown>): void }
  dispatchEvent(event: Event): boolean
  opened: string[]
}

/** In its turn, as the product does: Chromium forgets what is shown while another script lists. */
const listTray = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, navigator } = self as unknown as WorkerScope
    const shown = await navigator.locks.request('push-tray', () => registration.getNotifications())
    return shown.map(({ title, body, tag, actions }) => ({
      title,
      body,
      tag,
      actions: actions.map((one) => one.title),
    }))
  })

/** The only notification in the tray, or one of its buttons. */
const tap = (worker: Worker, action = '') =>
  worker.evaluate(async (name) => {
    const scope = self as unknown as WorkerScope
    const { registration, navigator } = scope
    const [notification] = await navigator.locks.request('push-tray', () => registration.getNotifications())
    const pending: Promise<unknown>[] = []
    const event = new scope.NotificationEvent('notificationclick', { notification, action: name })
    event.waitUntil = (work) => void pending.push(Promise.resolve(work))
    scope.dispatchEvent(event)
    await Promise.all(pending)
    return scope.opened.map((url) => new URL(url).pathname)
  }, action)

async function allowNotifications(context: BrowserContext) {
  await context.grantPermissions(['notifications'])
}

const enable = async (page: Page) => {
  await page.getByRole('button', { name: 'Ativar avisos' }).click()
  await expect(page.getByText(/Ativados neste aparelho/)).toBeVisible()
}

type NewNotification = Parameters<typeof insertNotification>[1]

/** Stores a notification, and returns the push that the device received for it. */
async function notify(backend: Backend, device: PushFixtures['device'], notification: NewNotification) {
  const count = device.received().length
  await insertNotification(backend.db, notification, backend.now())
  await expect.poll(() => device.received().length).toBe(count + 1)
  return device.received().at(-1)?.payload as PushPayload
}

test('a barber reads an explanation first, accepts from the tray, and sees what became of a cancelled request', async ({
  page,
  context,
  backend,
  customer,
  push,
  device,
}) => {
  const { barber, shop } = await openAlwaysOpenBarbershop(backend)
  await allowNotifications(context)
  await signInAs(page, barber)
  await openPage(page, '/profile#notificacoes')
  await expect(page.getByText(/quando alguém pedir um horário/)).toBeVisible()
  await checkAccessibility(page)
  await enable(page)
  await expect(page.getByRole('checkbox', { name: 'Agendamentos: No celular' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'E-mail só se eu não vir em 10 minutos' })).toBeChecked()
  const { worker, deliver } = await openWorker(page, context)

  const request = async (hoursFromNow: number) => {
    const fields = { customerId: customer.user.id, status: 'SCHEDULED', hoursFromNow } as const
    const { id, startsAt } = await addAppointment(backend, shop, fields)
    const payload = await notify(backend, device, {
      userId: barber.user.id,
      type: 'booking_received',
      topic: 'appointments',
      startsAt,
      dedupeKey: `appointment:${id}:received:1`,
      path: `/barber/appointments?agendamento=${id}`,
      title: 'Novo pedido',
      message: 'Joana Prado pediu Corte na régua.',
    })
    return { id, payload }
  }

  const accepted = await request(26)
  await deliver(accepted.payload)
  await expect.poll(() => listTray(worker)).toMatchObject([{ title: 'Novo pedido', actions: ['Recusar', 'Aceitar'] }])
  // The same push again is not shown again.
  await deliver(accepted.payload)
  await tap(worker, 'accept')
  await expect.poll(() => listTray(worker)).toMatchObject([{ title: /^Aceito: Joana, /, actions: [] }])
  const get = (id: string) => requestApi(appointmentsApi.get, { params: { id }, token: customer.token })
  expect((await get(accepted.id)).body).toMatchObject({ appointment: { status: 'CONFIRMED' } })
  await tap(worker)

  const cancelled = await request(28)
  await requestApi(appointmentsApi.cancel, { params: { id: cancelled.id }, token: customer.token, body: {} })
  await deliver(cancelled.payload)
  await expect.poll(async () => (await listTray(worker)).length).toBe(1)
  await tap(worker, 'accept')
  await expect.poll(() => listTray(worker)).toMatchObject([{ title: 'Já tinha sido cancelado pelo cliente' }])
  expect(await tap(worker)).toContain('/barber/appointments')
  expect(push.state.rejected).toEqual([])
})

/** Ana, with an appointment tomorrow, whose device receives pushes and hides their details on the locked screen. */
async function openCustomerDevice({
  page,
  context,
  backend,
}: {
  page: Page
  context: BrowserContext
  backend: Backend
}) {
  const { shop } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Ana Souza' })
  await allowNotifications(context)
  await signInAs(page, customer)
  await openPage(page, '/profile#notificacoes')
  await enable(page)
  const hidesDetails = page.getByRole('checkbox', { name: 'Esconder detalhes na tela bloqueada' })
  await hidesDetails.click()
  await expect(hidesDetails).toBeChecked()
  const fields = { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow: 26 } as const
  return { customer, appointment: await addAppointment(backend, shop, fields), ...(await openWorker(page, context)) }
}

test('a customer confirms from the tray; what is read on a page leaves the tray, and nothing is left after the logout', async ({
  page,
  context,
  backend,
  device,
  watch,
}) => {
  // What was being loaded for a day without network when the session ended.
  watch.expect(/^GET \/api\/(appointments|favorites)\S* 401$/)
  const { customer, appointment, worker, deliver } = await openCustomerDevice({ page, context, backend })
  const { id, startsAt } = appointment
  const remind = (dedupeKey: string) =>
    notify(backend, device, {
      userId: customer.user.id,
      type: 'booking_reminder',
      topic: 'reminders',
      startsAt,
      dedupeKey,
      title: 'Seu horário é amanhã',
      message: 'Corte na régua com Tonho.',
      path: '/customer/appointments',
    })

  await deliver(await remind(`appointment:${id}:reminder-day:1`))
  await expect
    .poll(() => listTray(worker))
    .toMatchObject([{ title: 'Lembrete de um agendamento', body: '', actions: ['Confirmar presença', 'Como chegar'] }])
  await tap(worker, 'confirm')
  await expect.poll(() => listTray(worker)).toMatchObject([{ title: 'Presença confirmada', body: '' }])
  const { body } = await requestApi(appointmentsApi.get, { params: { id }, token: customer.token })
  expect(body.appointment.isPresenceConfirmed).toBe(true)
  await tap(worker)

  const last = await remind(`appointment:${id}:reminder-hours:1`)
  await deliver(last)
  await expect.poll(async () => (await listTray(worker)).length).toBe(1)
  await openPage(page, '/notifications')
  await page.getByRole('main').getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect.poll(() => listTray(worker)).toEqual([])

  await openPage(page, '/profile')
  await page.getByRole('main').getByRole('button', { name: 'Sair da Conta' }).click()
  await expect(page.getByRole('link', { name: 'Entrar' }).first()).toBeVisible()
  // The end of the subscription is the last that a page does.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscribed-key'))).toBeNull()
  await deliver({ ...last, tag: 'f'.repeat(32), title: 'Ana', body: 'Ana' })
  await expect.poll(() => listTray(worker)).toMatchObject([{ title: 'Na Régua', actions: [] }])
})

test('pushes that the browser refuses are explained, and switched off again on this device', async ({
  page,
  context,
  backend,
  device,
}) => {
  const customer = await createSignedInUser(backend)
  await signInAs(page, customer)
  await context.clearPermissions()
  await page.addInitScript(() => {
    if (localStorage.getItem('denies')) Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.evaluate(() => localStorage.setItem('denies', '1'))
  await openPage(page, '/profile#notificacoes')
  await expect(page.getByText('Os avisos estão bloqueados neste navegador.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ativar avisos' })).toHaveCount(0)
  await checkAccessibility(page)

  await page.evaluate(() => localStorage.removeItem('denies'))
  await allowNotifications(context)
  await reloadPage(page)
  await enable(page)
  await page.getByRole('button', { name: 'Desativar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Ativar avisos' })).toBeVisible()
  expect(device.received()).toEqual([])
})
