import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { availabilityApi } from '@na-regua/contract/availability'
import { favoritesApi } from '@na-regua/contract/favorites'
import { type Browser, devices, type Page } from '@playwright/test'
import { weighFonts, weighRoutes } from '../bench/route-weight.ts'
import { slotsOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage, openWithoutScripts } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
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

const bookingPath = '/barbershop/:barbershopId/booking/:barberId/:serviceId?'
/** Kilobytes of script before a page is interactive; 210 for all others. */
const limits: Record<string, number> = { '/': 150, [bookingPath]: 150 }

test('no page downloads more than its budget of script, style and fonts', () => {
  const routes = weighRoutes()
  expect(routes.length).toBeGreaterThan(25)
  for (const { path, scripts, styles } of routes) {
    expect(scripts / KB, `script of ${path}`).toBeLessThan(limits[path] ?? 210)
    expect(styles / KB, `style of ${path}`).toBeLessThan(15)
  }
  expect(weighFonts() / KB).toBeLessThan(45)
})

test('a page lists its own code and nothing else, and the data of its own routes', async ({ request }) => {
  const { id } = await findDemoBarbershop()
  for (const [path, route] of Object.entries({ '/login': 'login-page', [`/barbershop/${id}`]: 'barbershop-page' })) {
    const html = await (await request.get(path)).text()
    const data = /<script type="application\/json" id="first-page">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    const { manifest, state } = JSON.parse(data)
    expect(Object.keys(manifest.routes)).toEqual(['root', `../pages/${route}`])
    expect(Object.keys(state.loaderData).every((routeId) => routeId in manifest.routes)).toBe(true)
    const parts = [manifest.entry, ...Object.values<{ module: string; imports: string[] }>(manifest.routes)]
    const files = new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))
    const links = [...html.matchAll(/<link rel="deferred" href="([^"]+)"/g)].map(([, file]) => file)
    expect(links[0]).toBe(manifest.entry.module)
    expect(new Set(links)).toEqual(files)
    expect(links).toHaveLength(files.size)
  }
})

test('the browser navigates to every page without a loader on the server', () => {
  const needed = weighRoutes().filter(({ needsServer }) => needsServer)
  expect(needed.map(({ path }) => path)).toEqual([])
})

test('with all that follows for a signed-in customer, the booking page loads 190 kB of script at most', async ({
  page,
  customer,
}) => {
  const { bookingPath, barbers, services } = await findDemoBarbershop()
  const free = { params: { id: barbers[0]?.id ?? '' }, query: { serviceIds: services[0]?.id ?? '', days: 14 } }
  const { days = [] } = (await requestApi(availabilityApi.get, free)).body
  // On a day without slots the form of "Avise-me" is loaded too.
  await openPage(page, `${bookingPath}?date=${days.find(({ slots }) => slots.length > 0)?.date}`)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  const scripts = () => listFiles(page, /\.js$/)
  const names = async () => (await scripts()).map(({ path }) => path).join()
  // What the browser loads when it is idle, in any order.
  for (const part of ['navigation-router', 'footer', 'toast-region', 'search-combobox']) {
    await expect.poll(names).toContain(part)
  }
  expect(sum(await scripts())).toBeLessThan(190_000)
})

test('the server renders with production code only', () => {
  const build = join(import.meta.dirname, '../web/build/server')
  const scripts = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  expect(scripts).toContain('index.js')
  const undecided = scripts.filter((file) => readFileSync(join(build, file), 'utf8').includes('process.env.NODE_ENV'))
  expect(undecided).toEqual([])
})

test('the first paint comes before the request of any code but that for early taps, within the budgets', async ({
  browser,
  baseURL,
}) => {
  const context = await openFresh(browser, baseURL)
  const page = await context.newPage()
  await openPage(page, '/')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  // With the router, the search, the filters and the footer, which follow when the browser is idle.
  await page.waitForLoadState('networkidle')
  const scripts = await listFiles(page, /\.js$/)
  expect(paint).toBeGreaterThan(0)
  const isEarly = ({ path }: { path: string }) => path.includes('/early-taps-')
  for (const { path, startedAt } of scripts.filter((file) => !isEarly(file)))
    expect(startedAt, path).toBeGreaterThan(paint)
  expect(scripts.find(isEarly)?.startedAt).toBeLessThan(paint)
  expect(sum(scripts) / KB).toBeLessThan(150)
  for (const { path, bytes } of await listFiles(page, /\.(webp|avif|png|svg)$/)) {
    expect(bytes / KB, path).toBeLessThan(80)
  }
  await context.close()
})

for (const reason of ['a scroll', 'the scripts'] as const)
  test(`images below the first screen of a phone wait for ${reason}`, async ({ page }) => {
    const sendScripts = await openWithoutScripts(page, '/')
    const covers = page.locator('article img')
    await expect(covers.first()).toHaveJSProperty('complete', true)
    const listPaths = (isVisible: boolean) =>
      covers
        .filter({ visible: isVisible })
        .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).pathname))
    const seen = await listPaths(true)
    const waiting = (await listPaths(false)).filter((path) => !seen.includes(path))
    const countLoaded = async () =>
      (await listFiles(page, /\.webp$/)).filter(({ path }) => waiting.includes(path)).length
    expect(seen.length).toBeGreaterThan(0)
    expect(waiting.length).toBeGreaterThan(0)
    expect(await countLoaded()).toBe(0)
    if (reason === 'a scroll') await page.mouse.wheel(0, 200)
    else sendScripts()
    await expect.poll(countLoaded).toBeGreaterThan(0)
    sendScripts()
  })

test('a tap before the scripts have arrived is shown at once and acted on afterwards', async ({ page }) => {
  const sendScripts = await openWithoutScripts(page, '/')
  const filter = page.getByRole('button', { name: 'Livre hoje' })
  await filter.tap()
  await expect(filter).toHaveAttribute('data-tapped')
  sendScripts()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(filter).not.toHaveAttribute('data-tapped')
  await expect(page).toHaveURL(/free=1/)
})

test('a slot that is tapped before the scripts have arrived is chosen', async ({ page, customer }) => {
  const { bookingPath } = await findDemoBarbershop()
  const sendScripts = await openWithoutScripts(page, bookingPath)
  await slotsOf(page).first().tap()
  sendScripts()
  await expect(slotsOf(page).first()).toBeChecked()
  await expect(page).toHaveURL(/time=/)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
})

test('a heart that is tapped before the session is known is the favorite of the customer', async ({
  page,
  customer,
}) => {
  const sendScripts = await openWithoutScripts(page, '/')
  const heart = page.getByRole('button', { name: /^Favoritar / }).first()
  await heart.tap()
  sendScripts()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/')
  const countFavorites = async () => (await requestApi(favoritesApi.ids, { token: customer.token })).body.ids.length
  await expect.poll(countFavorites).toBe(1)
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

test('pages react without the data of a language, which Intl would load', async ({ page }) => {
  await page.addInitScript(() => {
    const uses: string[] = []
    Object.assign(window, { languageUses: uses })
    const report = (name: string, target: object) =>
      new Proxy(target, {
        construct(of, args) {
          uses.push(name)
          return Reflect.construct(of as new () => object, args)
        },
        apply(of, self, args) {
          uses.push(name)
          return Reflect.apply(of as () => unknown, self, args)
        },
      })
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Intl))) {
      if (typeof value === 'function') Reflect.set(Intl, name, report(name, value))
    }
    for (const prototype of [String.prototype, Number.prototype, Date.prototype]) {
      for (const name of Object.getOwnPropertyNames(prototype).filter((one) => one.includes('ocale'))) {
        Reflect.set(prototype, name, report(name, Reflect.get(prototype, name)))
      }
    }
  })
  const listUses = () => page.evaluate(() => (window as unknown as { languageUses: string[] }).languageUses)
  const { id, bookingPath } = await findDemoBarbershop()
  for (const path of ['/', `/barbershop/${id}`, bookingPath, '/become-owner', '/login']) {
    await openPage(page, path)
    expect(await listUses(), path).toEqual([])
  }
  // The proof that uses are seen.
  await page.evaluate(
    () => ['a', 'b'].sort((one, other) => one.localeCompare(other)).length + new Intl.Locale('pt').language.length,
  )
  expect(await listUses()).toEqual(['localeCompare', 'Locale'])
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
  const again = await context.newPage()
  await openPage(again, '/')
  const files = await listFiles(again, /\.(js|css)$/)
  expect(sum(files)).toBeGreaterThan(100 * KB)
  expect(files.filter(({ sent }) => sent > 0)).toEqual([])
  await context.close()
})
