import { queueSettingsApi, queueTodayApi } from '@na-regua/contract/queue-today'
import type { Page } from '@playwright/test'
import { createSubscription } from '../server/test/factories.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { noNetwork, offlineTest } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { countTaps } from './steps/count-taps.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

type Scene = Awaited<ReturnType<typeof openScene>>

/** With a plan, without which nothing is saved. */
async function openBarbershop(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  await createSubscription({ db: backend.db, clock: backend }, scene.owner.user.id, { tier: 'professional', days: 29 })
  return scene
}

/** A barbershop whose queue is on, with the given names in it. */
async function openScene(backend: Backend, names: readonly string[] = []) {
  const scene = await openBarbershop(backend)
  const { owner, shop } = scene
  const params = { id: shop.id }
  const token = owner.token
  const { settings } = (await requestApi(queueSettingsApi.get, { params, token })).body
  const { doorUrl: _door, screenUrl: _screen, ...rules } = settings
  const saved = await requestApi(queueSettingsApi.save, { params, token, body: { ...rules, isOn: true } })
  expect(saved.status).toBe(200)
  for (const name of names) await addEntry(scene, name)
  return scene
}

async function addEntry({ shop, barber }: { shop: { id: string }; barber: { token: string } }, name: string) {
  const body = { entryId: crypto.randomUUID(), name }
  const added = await requestApi(queueTodayApi.add, { params: { id: shop.id }, body, token: barber.token })
  expect(added.status).toBe(201)
  return added.body.entry
}

const readToday = async ({ shop, barber }: Scene) =>
  (await requestApi(queueTodayApi.get, { params: { id: shop.id }, token: barber.token })).body

const listEntries = ({ db }: Backend, { shop }: Scene) =>
  db
    .selectFrom('queue_entries')
    .select(['name', 'status'])
    .where('barbershop_id', '=', shop.id)
    .orderBy('joined_at')
    .execute()
    .then((rows) => rows.map(({ name, status }) => `${name} ${status}`))

const notice = (page: Page) => page.getByRole('status', { name: 'Avisos' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a barber adds in two taps, calls, starts and finishes with one each, and the next one is offered', async ({
  page,
  backend,
}) => {
  const scene = await openScene(backend, ['Ana Lua', 'Beto Sol'])
  const countedTaps = await countTaps(page)
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  await expect(page.getByText('Ana Lua').first()).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 320, height: 600 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 360, height: 740 })

  const before = countedTaps()
  await press(page, 'Fila')
  await checkAccessibility(page)
  await press(page, 'Pôr na fila')
  await expect(page.getByRole('dialog', { name: 'Pôr na fila' })).toBeHidden()
  expect(countedTaps() - before).toBe(2)
  await expect(notice(page)).toContainText('Cliente está na fila')

  await press(page, 'Chamar próximo')
  await expect(page.getByText(/\d:\d\d para chegar/).first()).toBeVisible()
  await notice(page).getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('button', { name: 'Chamar próximo' })).toBeVisible()
  await press(page, 'Chamar próximo')
  await press(page, 'Começou')
  await expect(page.getByRole('button', { name: 'Terminou' })).toBeVisible()
  // Until the day has it, which knows what is finished.
  await expect(page.getByRole('list', { name: 'O dia de Tonho Valadares' })).toContainText('Ana Lua')
  expect((await readToday(scene)).barbers[0]?.serving?.customerName).toBe('Ana Lua')
  await press(page, 'Terminou')

  // At once, before the server knows it; the start then sends it first.
  await expect(page.getByText('Beto Sol').first()).toBeVisible()
  await press(page, 'Começou')
  await expect.poll(() => listEntries(backend, scene)).toEqual(['Ana Lua SERVED', 'Beto Sol SERVED', 'null WAITING'])
  await expect.poll(async () => (await readToday(scene)).barbers[0]?.serving?.customerName).toBe('Beto Sol')
  expect(countedTaps()).toBeLessThanOrEqual(9)
})

test('two barbers call one customer: the second is refused where the tap was, and sees who is next', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \S+\/call 409$/)
  const scene = await openScene(backend, ['Ana Lua', 'Beto Sol'])
  const [first] = (await readToday(scene)).entries
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  const { id } = (await readToday(scene)).entries[0] ?? { id: '' }
  // The colleague's call arrives while the own one is on its way.
  await page.route('**/queue/today/entries/*/call', async (route) => {
    const { barbers } = await readToday(scene)
    const barberId = barbers.find(({ name }) => name === 'Lia Fontes')?.barberId ?? ''
    const body = { barberId, version: first?.version ?? 1 }
    await requestApi(queueTodayApi.call, { params: { id }, body, token: scene.colleague.token })
    await route.continue()
  })
  // The next one is suggested by the queue that is loaded after the refusal.
  const reloaded = page
    .waitForResponse((response) => response.url().endsWith('/call'))
    .then(() => page.waitForResponse((response) => response.url().endsWith('/queue/today')))
  await press(page, 'Chamar próximo')
  await expect(page.getByRole('alert').filter({ hasText: 'A fila mudou enquanto você olhava' })).toBeVisible()
  await reloaded
  await expect(page.getByText('Beto Sol').first()).toBeVisible()
  await page.unroute('**/queue/today/entries/*/call')
  await press(page, 'Chamar próximo')
  await expect(notice(page)).toContainText('Beto Sol: chamada feita')
})

test('the booking of the next customer: who arrived, who begins, and the undo', async ({ page, backend }) => {
  const scene = await openScene(backend, ['Ana Lua'])
  const customer = await createSignedInUser(backend, { name: 'Marcos Pontual' })
  const booked = await addAppointment(backend, scene.shop, {
    customerId: customer.user.id,
    status: 'CONFIRMED',
    hoursFromNow: 0.1,
  })
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  // Also from the details of any booking of the day.
  await page
    .getByRole('list', { name: 'O dia de Tonho Valadares' })
    .getByRole('button', { name: /Marcos/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Marcos Pontual' })
  await details.getByRole('button', { name: 'Chegou' }).click()
  await checkAccessibility(page)
  await expect(details.getByText(/^Chegou às \d{1,2}h(\d\d)?$/)).toBeVisible()
  await details.getByRole('button', { name: 'Desfazer chegada' }).click()
  await expect(details.getByRole('button', { name: 'Chegou', exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Fechar' }).click()

  await press(page, 'Chegou')
  await expect(notice(page)).toContainText('Marcos Pontual chegou')
  await press(page, 'Começou')
  await expect(page.getByRole('button', { name: 'Terminou' })).toBeVisible()
  await expect(notice(page)).toContainText('Marcos Pontual: atendimento começou')
  await notice(page).getByRole('button', { name: 'Desfazer' }).click()
  await press(page, 'Começou')
  await expect
    .poll(() =>
      backend.db
        .selectFrom('appointments')
        .select(['arrived_at', 'serving_from'])
        .where('id', '=', booked.id)
        .executeTakeFirstOrThrow()
        .then(({ arrived_at, serving_from }) => [arrived_at !== null, serving_from !== null]),
    )
    .toEqual([true, true])
})

test('the board has the queue beside the barbers', { tag: '@desktop' }, async ({ page, backend }) => {
  const scene = await openScene(backend, ['Ana Lua', 'Beto Sol', 'Caio Só'])
  await signInAs(page, scene.owner)
  await openPage(page, '/admin/appointments?ver=dia')
  if (isPhone(page)) {
    await page.getByRole('button', { name: /^Fila 3/ }).click()
    await expect(page.getByRole('button', { name: 'Ver a agenda' })).toBeVisible()
  }
  const list = page.getByRole('list', { name: 'Quem espera' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: /Caio Só/ }).click()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await list.getByRole('button', { name: 'Lia Fontes' }).click()
  await list.getByRole('button', { name: 'Chamar', exact: true }).click()
  const lia = page.getByRole('region', { name: 'Lia Fontes agora' })
  await expect(lia).toContainText('Caio Só')
  await lia.getByRole('button', { name: 'Começou' }).click()
  await expect(lia.getByRole('button', { name: 'Terminou' })).toBeVisible()
  await list.getByRole('button', { name: /Beto Sol/ }).click()
  const letTimePass = await holdTimers(page)
  await list.getByRole('button', { name: 'Tirar da fila' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await notice(page).getByRole('button', { name: 'Desfazer' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await letTimePass()
  // What others do is here without a tap.
  await addEntry(scene, 'Duda Nova')
  await expect(list).toContainText('Duda Nova')
})

test('an owner switches the queue on, prints the code of the door and renews it', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { owner } = await openBarbershop(backend)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: 'Fila de Barbearia do Dia Longo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fila' })
  await dialog.getByLabel('Atender também quem chega sem hora').check()
  await expect(dialog.getByText('Quem não aparece em 5 min volta 1 lugar; na terceira vez, sai.')).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(notice(page)).toContainText('A fila está ligada')

  await page.getByRole('button', { name: 'Fila de Barbearia do Dia Longo' }).click()
  await dialog.getByRole('button', { name: 'Porta e tela' }).click()
  const poster = dialog.getByRole('link', { name: /PDF/ })
  const address = await poster.getAttribute('href')
  expect((await page.request.get(String(address))).headers()['content-type']).toBe('application/pdf')
  await checkAccessibility(page)
  const door = dialog.getByRole('region', { name: 'QR code da porta' })
  await door.getByRole('button', { name: 'Trocar link' }).click()
  await door.getByRole('button', { name: 'Trocar mesmo assim' }).click()
  await expect(poster).not.toHaveAttribute('href', String(address))
  expect((await page.request.get(String(address))).status()).toBe(422)
  await dialog.getByRole('button', { name: 'Números' }).click()
  await expect(dialog.getByText('Ninguém entrou na fila neste período.')).toBeVisible()
  await checkAccessibility(page)
})

offlineTest(
  'without network a barber adds, calls, starts and finishes: all of it is replayed',
  async ({ page, context, network, backend, watch }) => {
    watch.expect(...noNetwork)
    const scene = await openScene(backend, ['Ana Lua'])
    await signInAs(page, scene.barber)
    await openPage(page, '/barber/appointments')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect(page.getByText('Ana Lua').first()).toBeVisible()
    network.isOff = true
    await disconnectPages(context)

    await press(page, 'Fila')
    const dialog = page.getByRole('dialog', { name: 'Pôr na fila' })
    await dialog.getByLabel('Cliente').fill('Zé da Porta')
    await dialog.getByRole('button', { name: 'Pôr na fila' }).click()
    await expect(notice(page)).toContainText('Zé da Porta está na fila')
    await press(page, 'Chamar próximo')
    await press(page, 'Começou')
    await expect(page.getByRole('button', { name: /3 ações guardadas/ })).toBeVisible()
    await expect(page.getByText(/^Sem rede\. Como estava/)).toHaveCount(1)
    await press(page, 'Terminou')
    await expect(page.getByText('Zé da Porta').first()).toBeVisible()
    await press(page, 'Começou')
    await expect(page.getByRole('button', { name: /5 ações guardadas/ })).toBeVisible()
    await expect(page.getByText('Zé da Porta').first()).toBeVisible()

    network.isOff = false
    await context.setOffline(false)
    await expect.poll(() => listEntries(backend, scene)).toEqual(['Ana Lua SERVED', 'Zé da Porta SERVED'])
    await expect(page.getByRole('button', { name: /guardada/ })).toBeHidden()
    const rows = await backend.db
      .selectFrom('appointments')
      .select(['status'])
      .where('barbershop_id', '=', scene.shop.id)
      .execute()
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['COMPLETED', 'CONFIRMED'])
  },
)
