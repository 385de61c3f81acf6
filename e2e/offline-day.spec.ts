import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import type { Network } from './app/network.ts'
import { noNetwork, offlineTest as test } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect } from './test.ts'

/** Names, bytes and keys of everything that this browser stores, as text. */
function readStorage(page: Page) {
  return page.evaluate(async () => {
    // Opening it would create it, without what the app stores in it.
    const exists = (await indexedDB.databases()).some(({ name }) => name === 'na-regua')
    const open = indexedDB.open(exists ? 'na-regua' : 'nothing')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const readAll = <T>(request: IDBRequest<T[]>) =>
      new Promise<T[]>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const store = (name: string) => database.transaction(name).objectStore(name)
    const hasStores = database.objectStoreNames.contains('records')
    const names = hasStores ? await readAll(store('records').getAllKeys()) : []
    const records: { data: ArrayBuffer }[] = hasStores ? await readAll(store('records').getAll()) : []
    const keys = hasStores ? await readAll(store('keys').getAllKeys()) : []
    database.close()
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const pages = (await cache.keys()).filter(({ url }) => !new URL(url).pathname.startsWith('/assets/'))
        const texts = await Promise.all(pages.map(async (request) => (await cache.match(request))?.text()))
        return pages.map(({ url }) => url).join() + texts.join()
      }),
    )
    const bytes = records.map(({ data }) => new TextDecoder('latin1').decode(data)).join()
    return {
      names: names.map(String),
      keys: keys.length,
      bytes,
      cached: cached.join(),
      local: JSON.stringify(localStorage),
    }
  })
}

/** Visits pages with network until the day of `user`, so many records of it and the worker's files are stored. */
async function visit(page: Page, { user }: TestUser, paths: readonly string[], records: number) {
  for (const path of paths) await openPage(page, path)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // Records of another person may still be there.
  const listOwn = async () => (await readStorage(page)).names.filter((name) => name.startsWith(user.id))
  await expect.poll(listOwn).toContain(`${user.id}/prefetched-at`)
  await expect.poll(async () => (await listOwn()).length).toBeGreaterThanOrEqual(records)
}

/** Flight mode, and the app opened in it. */
async function reopenWithoutNetwork({ page, context, network }: Device, path: string) {
  await page.close()
  network.isOff = true
  await disconnectPages(context)
  const opened = await context.newPage()
  await openPage(opened, path)
  return opened
}

type Device = { page: Page; context: BrowserContext; network: Network }

const asOf = /^Sem rede. Como estava às \d{1,2}h(\d\d)?$/

async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  await backend.db.updateTable('barbershops').set({ phone: '6233334444' }).where('id', '=', scene.shop.id).execute()
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  const hours = [0.75, 26]
  for (const hoursFromNow of hours)
    await addAppointment(backend, scene.shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow })
  return { ...scene, ana }
}

/** The timeline of the stored day, in which Ana's appointment is. */
async function expectStoredDay(opened: Page) {
  await expect(opened.getByText(asOf)).toBeVisible()
  const timeline = opened.getByRole('list', { name: 'O dia de Tonho Valadares' })
  await expect(timeline.getByRole('button', { name: /Ana Lua/ })).toBeVisible()
  await checkAccessibility(opened)
  return timeline
}

test('a barber reads today and tomorrow in flight mode', async ({ page, context, network, backend, watch }) => {
  watch.expect(...noNetwork)
  const { barber } = await openScene(backend)
  await signInAs(page, barber)
  await visit(page, barber, ['/barber/appointments'], 12)
  const opened = await reopenWithoutNetwork({ page, context, network }, '/barber/appointments')
  const timeline = await expectStoredDay(opened)
  await expectNoHorizontalScroll(opened)
  await opened.getByRole('button', { name: 'Próximo dia' }).click()
  await expect(opened.getByRole('heading', { name: /^Amanhã/ })).toBeVisible()
  await expect(timeline.getByRole('button', { name: /Ana Lua/ })).toBeVisible()
  await expect(opened.getByText(asOf)).toBeVisible()

  network.isOff = false
  await context.setOffline(false)
  await expect(opened.getByText(asOf)).toBeHidden()
})

test('an owner reads the board of today in flight mode', async ({ page, context, network, backend, watch }) => {
  watch.expect(...noNetwork)
  const { owner } = await openScene(backend)
  await signInAs(page, owner)
  await visit(page, owner, ['/admin/appointments?ver=dia'], 4)
  const opened = await reopenWithoutNetwork({ page, context, network }, '/admin/appointments?ver=dia')
  await expectStoredDay(opened)
})

test('a customer finds appointments, phone, calendar file, favorites and barbershops in flight mode', async ({
  page,
  context,
  network,
  backend,
  watch,
}) => {
  watch.expect(...noNetwork)
  const { ana, shop } = await openScene(backend)
  await backend.db.insertInto('favorites').values({ user_id: ana.user.id, barbershop_id: shop.id }).execute()
  await signInAs(page, ana)
  await openPage(page, `/barbershop/${shop.id}`)
  await expect.poll(async () => (await readStorage(page)).names.join()).toContain('seen-barbershops')
  // The appointments, two calendar files, the favorites, the barbershops, when all was loaded, and the worker's session.
  await visit(page, ana, ['/customer/appointments'], 6)
  const opened = await reopenWithoutNetwork({ page, context, network }, '/customer/appointments')
  await expect(opened.getByText(asOf)).toBeVisible()
  const next = opened.getByRole('region', { name: 'Próximos' }).getByRole('article').first()
  await expect(next).toContainText('Rua 7, 70')
  await next.getByRole('button', { name: 'Mais ações' }).click()
  const menu = opened.getByRole('dialog', { name: 'Mais ações' })
  await expect(menu.getByRole('link', { name: 'Ligar: (62) 3333-4444' })).toHaveAttribute('href', 'tel:+556233334444')
  const downloading = opened.waitForEvent('download')
  await menu.getByRole('button', { name: /Calendário/ }).click()
  const file = await (await downloading).path()
  expect(await readFile(file, 'utf8')).toMatch(/^BEGIN:VCALENDAR[\s\S]+Rua 7/)
  await checkAccessibility(opened)
  await expectNoHorizontalScroll(opened)

  await openPage(opened, '/')
  await opened.getByRole('complementary', { name: 'Sem rede' }).getByRole('link', { name: 'Favoritas' }).click()
  await expect(opened.getByText(asOf)).toBeVisible()
  await expect(opened.getByRole('list', { name: 'Favoritas' })).toContainText('Barbearia do Dia Longo')
  const seen = opened.getByRole('region', { name: 'Vistas por último' })
  await expect(seen).toContainText('Rua 7, 70')
  await expect(seen.getByRole('link', { name: /3333-4444/ })).toHaveAttribute('href', 'tel:+556233334444')
  await expect(seen.getByRole('link', { name: 'Barbearia do Dia Longo', exact: true })).toHaveAttribute(
    'href',
    `/barbershop/${shop.id}`,
  )
  await checkAccessibility(opened)
})

const names = /Ana Lua|62900005555|Tonho|Dia Longo|Rua 7/

test('nothing readable is stored, and nothing at all after logging out, in every tab', async ({
  page,
  context,
  backend,
  watch,
}) => {
  watch.expect(/ERR_ABORTED/)
  const { barber } = await openScene(backend)
  await signInAs(page, barber)
  await visit(page, barber, ['/barber/appointments'], 12)
  const before = await readStorage(page)
  expect(before.bytes.length).toBeGreaterThan(1_000)
  expect(before.names.join() + before.bytes + before.cached).not.toMatch(names)
  expect(before.local).not.toMatch(/Ana Lua|62900005555|Rua 7/)

  const other = await context.newPage()
  await openPage(other, '/barber/appointments')
  await expect(other.getByRole('button', { name: /Ana Lua/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Menu de/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  await expect(other.getByRole('button', { name: /Ana Lua/ })).toHaveCount(0)
  await expect.poll(async () => (await readStorage(page)).keys).toBe(0)
  // Nothing of the other tab comes later, either.
  await openPage(other, '/barber/appointments')
  const after = await readStorage(other)
  expect({ names: after.names, keys: after.keys }).toEqual({ names: [], keys: 0 })
  expect(after.bytes + after.cached + after.local).not.toMatch(names)
})

test('a session that the server ended leaves nothing stored', async ({ page, backend, watch }) => {
  watch.expect(/ 401$/)
  const barber = await createSignedInUser(backend, { name: 'Zeca Brito', role: 'BARBER' })
  await signInAs(page, barber)
  await visit(page, barber, ['/barber/appointments'], 9)
  await backend.db.deleteFrom('sessions').where('user_id', '=', barber.user.id).execute()
  await reloadPage(page)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => readStorage(page)).toMatchObject({ names: [], keys: 0 })
})

async function expectNothingOf(page: Page, first: TestUser) {
  const storage = await readStorage(page)
  expect(storage.names.filter((name) => name.startsWith(first.user.id))).toEqual([])
  expect(JSON.stringify(storage)).not.toMatch(/Ana Lua|Tonho/)
}

test('another person on the same device sees nothing of the first', async ({
  page,
  context,
  network,
  backend,
  watch,
}) => {
  watch.expect(...noNetwork)
  const { barber } = await openScene(backend)
  const other = await createSignedInUser(backend, { name: 'Zeca Brito', role: 'BARBER' })
  await signInAs(page, barber)
  await visit(page, barber, ['/barber/appointments'], 12)
  // Without a logout: the tab was closed, and the session replaced.
  await signInAs(page, other)
  await visit(page, other, ['/barber/appointments'], 9)
  await expectNothingOf(page, barber)
  const opened = await reopenWithoutNetwork({ page, context, network }, '/barber/appointments')
  await expect(opened.getByText('Nenhuma cadeira por aqui ainda')).toBeVisible()
  await expect(opened.getByText(/Ana Lua/)).toHaveCount(0)
})
