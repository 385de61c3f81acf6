import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, devices, type Page } from '@playwright/test'
import { weighFonts, weighRoutes } from '../bench/route-weight.ts'
import { slotsOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage, openWithoutScripts, waitForHydration } from './steps/open-page.ts'
import { expect, test } from './test.ts'

const KB = 1000

/** A phone with an empty cache, and without the request listeners of the other specs. */
async function openFresh(browser: Browser, baseURL: string | undefined) {
  return browser.newContext({ ...devices['Pixel 7'], baseURL, locale: 'pt-BR' })
}

function listFiles(page: Page, ending: RegExp) {
  const entries = page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      startedAt: entry.startTime,
      sent: entry.transferSize,
      bytes: entry.encodedBodySize,
    })),
  )
  return entries.then((all) => all.filter(({ path }) => ending.test(path)))
}

const sum = (files: { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0)

test('no page downloads more than its budget of script, style and fonts', () => {
  const routes = weighRoutes()
  expect(routes.length).toBeGreaterThan(25)
  for (const { path, scripts, styles } of routes) {
    expect(scripts / KB, `script of ${path}`).toBeLessThan(path === '/' ? 150 : 210)
    expect(styles / KB, `style of ${path}`).toBeLessThan(15)
  }
  expect(weighFonts() / KB).toBeLessThan(45)
})

test('the browser navigates to every page without a loader on the server', () => {
  const needed = weighRoutes().filter(({ needsServer }) => needsServer)
  expect(needed.map(({ path }) => path)).toEqual([])
})

test('the server renders with production code only', () => {
  const build = join(import.meta.dirname, '../web/build/server')
  const scripts = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  expect(scripts).toContain('index.js')
  const undecided = scripts.filter((file) => readFileSync(join(build, file), 'utf8').includes('process.env.NODE_ENV'))
  expect(undecided).toEqual([])
})

test('the images of the home page are within their budget', async ({ browser, baseURL }) => {
  const context = await openFresh(browser, baseURL)
  const page = await context.newPage()
  await openPage(page, '/')
  await page.waitForLoadState('networkidle')
  const images = await listFiles(page, /\.(webp|avif|png|svg)$/)
  expect(images).not.toEqual([])
  for (const { path, bytes } of images) expect(bytes / KB, path).toBeLessThan(80)
  await context.close()
})

test('before the scripts have arrived a link leads to its page', async ({ page }) => {
  await openWithoutScripts(page, '/')
  const details = page.getByRole('link', { name: /^Detalhes/ }).first()
  const path = await details.getAttribute('href')
  await details.tap()
  await expect(page).toHaveURL(String(path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a form that is sent before the scripts have arrived keeps what was typed, and is sent with the next tap', async ({
  page,
}) => {
  const sendScripts = await openWithoutScripts(page, '/login')
  await page.getByLabel('E-mail').fill('ninguem@naregua.test')
  await page.getByLabel('Senha', { exact: true }).fill('segredo-de-ninguem')
  await page.getByRole('button', { name: 'Entrar', exact: true }).last().tap()
  await expect(page).toHaveURL('/login')
  sendScripts()
  await waitForHydration(page)
  await expect(page.getByLabel('E-mail')).toHaveValue('ninguem@naregua.test')
  const request = page.waitForRequest('**/api/auth/login')
  await page.getByRole('button', { name: 'Entrar', exact: true }).last().tap()
  expect((await request).postDataJSON()).toMatchObject({ email: 'ninguem@naregua.test' })
})

test('the booking page shows barbers, services and slots without any script', async ({ browser, baseURL }) => {
  const { bookingPath, name } = await findDemoBarbershop()
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(bookingPath)
  await expect(page.getByText(name).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Barbeiro:/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Serviço:/ })).toBeVisible()
  await expect(slotsOf(page).first()).toBeVisible()
  await context.close()
})

test('the booking page requests nothing that came with it', async ({ page, customer }) => {
  const { bookingPath } = await findDemoBarbershop()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await openPage(page, bookingPath)
  // Of the customer, after the session became known.
  await expect.poll(() => requested.join()).toContain('/customer-standing')
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  expect(requested.filter((path) => /\/(last-minute|barbers)$|barbershops\/[^/]+$/.test(path))).toEqual([])
})

test('a repeat visit transfers no byte of script or style', async ({ browser, baseURL }) => {
  const context = await openFresh(browser, baseURL)
  const first = await context.newPage()
  await openPage(first, '/')
  // What a page loads when the browser is idle may come to either of them first.
  const loaded = (await listFiles(first, /\.(js|css)$/)).map(({ path }) => path)
  const again = await context.newPage()
  await openPage(again, '/')
  const files = (await listFiles(again, /\.(js|css)$/)).filter(({ path }) => loaded.includes(path))
  expect(sum(files)).toBeGreaterThan(100 * KB)
  expect(files.filter(({ sent }) => sent > 0)).toEqual([])
  await context.close()
})
