import type { Page } from '@playwright/test'
import type { Network } from './app/network.ts'
import { noNetwork, offlineTest as test } from './offline-test.ts'
import { openPage, reloadPage, waitForHydration } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { signInAs } from './steps/users.ts'
import { expect } from './test.ts'

/** Opens the home page and waits until the worker has stored its version. */
async function visit(page: Page) {
  await openPage(page, '/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const listScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  )

/** The versions that the scripts of the page are of. */
async function listVersions(page: Page) {
  const scripts = await listScripts(page)
  return [...new Set(scripts.map((path) => (path.endsWith('.v2.js') ? 2 : 1)))]
}

const updateToast = (page: Page) => page.getByRole('status', { name: 'Avisos' }).getByText('Versão nova disponível')

/** The browser looks for a new version by itself too, but not at a known time. */
async function publishSecondVersion(page: Page, network: Network) {
  network.version = 2
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  // It stores its files one after the other.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
}

/** Until the page has looked so many times for dialogs and forms, as it does before it offers a version. */
async function waitForChecks(page: Page, count: number) {
  await page.evaluate(
    (rounds) =>
      new Promise<void>((resolve) => {
        const query = document.querySelectorAll.bind(document)
        let left = rounds
        document.querySelectorAll = (selector: string) => {
          if (selector.includes('[role=alertdialog]') && --left === 0) resolve()
          return query(selector)
        }
      }),
    count,
  )
}

test('the browser finds an app that it can install', async ({ page }) => {
  await visit(page)
  const client = await page.context().newCDPSession(page)
  const { errors, data } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(String(data))).toMatchObject({ id: '/', scope: '/', lang: 'pt-BR' })
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // A test runs in a private window, which offers no installation.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('a visited site opens as our app without network, and stores nothing of the API', async ({
  page,
  network,
  watch,
}) => {
  watch.expect(...noNetwork)
  await visit(page)
  network.isOff = true
  await openPage(page, '/?utm_source=test')
  await expect(page.getByRole('link', { name: 'Na Régua, início' })).toBeVisible()
  await openPage(page, '/customer/appointments/')
  expect(await listVersions(page)).toEqual([1])
  await page.goto('/barbershop/00000000-0000-4000-8000-000000000000?aba=barbeiros')
  await expect(page.getByRole('heading', { name: 'Sem rede agora' })).toBeVisible()
  await page.getByRole('link', { name: 'Favoritos' }).click()
  await waitForHydration(page)
  await expect(page).toHaveURL(/\/customer\/favorites|\/login/)
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toContain('/customer/appointments')
  expect(stored.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('a page that the network keeps waiting is the stored one after three seconds', async ({ page, network }) => {
  await visit(page)
  // Longer than this test: what opens is not the network's.
  network.pageDelayMs = 600_000
  await openPage(page, '/customer/favorites')
  network.pageDelayMs = 0
})

test('a new version is offered, taken by the tap only, and leaves other tabs alone', async ({
  page,
  network,
  context,
  watch,
}) => {
  watch.expect(/\.js 404/, /ERR_ABORTED/)
  await visit(page)
  await reloadPage(page)
  const other = await context.newPage()
  await openPage(other, '/')
  await publishSecondVersion(page, network)
  await expect(updateToast(page)).toBeVisible()
  expect(await listVersions(page)).toEqual([1])

  // While it waits, the stored pages are those of the first version, with its scripts.
  network.isOff = true
  watch.expect(...noNetwork)
  const third = await context.newPage()
  await openPage(third, '/customer/favorites')
  expect(await listVersions(third)).toEqual([1])
  network.isOff = false
  await third.close()
  await page.bringToFront()

  await page.getByRole('button', { name: 'Atualizar' }).click()
  // Until the page has also loaded what it loads when it is idle.
  const loaded = async () => (await listScripts(page).catch(() => [])).join()
  await expect.poll(loaded).toMatch(/\/manifest-[^,]+\.v2\.js/)
  expect(await listVersions(page)).toEqual([2])
  // The other tab loads a page of its own version, which the server no longer has.
  const before = await listScripts(other)
  await other.getByRole('link', { name: 'Favoritos' }).first().click()
  await expect(other).toHaveURL(/favorites|login/)
  await expect.poll(async () => (await listScripts(other)).length).toBeGreaterThan(before.length)
  expect(await listVersions(other)).toEqual([1])
  // Its next load is of the version that was taken.
  await reloadPage(other)
  expect(await listVersions(other)).toEqual([2])
})

test('no version is offered while a form or a dialog is open', async ({ page, network }) => {
  await visit(page)
  await reloadPage(page)
  await page
    .getByRole('button', { name: /Filtros/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await publishSecondVersion(page, network)
  await waitForChecks(page, 2)
  await expect(updateToast(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(updateToast(page)).toBeVisible()
  await page
    .getByRole('button', { name: /Filtros/ })
    .first()
    .click()
  await expect(updateToast(page)).toBeHidden()
})

test('a server without the worker ends it, and with it what it stored', async ({ page, network, watch }) => {
  watch.expect(/service-worker\.js 410/)
  await visit(page)
  network.hasWorker = false
  await openPage(page, '/sobre')
  const state = () =>
    page.evaluate(async () => ({
      registrations: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).filter((name) => name.startsWith('na-regua-')),
    }))
  await expect.poll(state).toEqual({ registrations: 0, caches: [] })
})

test('the shortcut of today opens the board for an owner who is no barber', async ({ page, backend }) => {
  const owner = await createOwnerWithPlan(backend)
  // Without one the board leads on to the form that creates it.
  await createOwnBarbershop(owner.token, 'Barbearia do Atalho')
  await signInAs(page, owner)
  const manifest = await page.request.get('/manifest.webmanifest')
  const { shortcuts } = (await manifest.json()) as { shortcuts: { name: string; url: string }[] }
  expect(shortcuts.map(({ name }) => name)).toEqual(['Explorar', 'Minha agenda', 'Hoje'])
  await openPage(page, String(shortcuts[2]?.url))
  await expect(page).toHaveURL(/\/admin\/appointments\?ver=dia$/)
})
