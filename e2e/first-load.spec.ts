import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, devices, type Page } from '@playwright/test'
import { weighFonts, weighRoutes } from '../bench/route-weight.ts'
import { openPage } from './steps/open-page.ts'
import { expect, test } from './test.ts'

const KB = 1024

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
    expect(scripts / KB, `script of ${path}`).toBeLessThan(path === '/' ? 130 : 190)
    expect(styles / KB, `style of ${path}`).toBeLessThan(15)
  }
  expect(weighFonts() / KB).toBeLessThan(45)
})

test('the server renders with production code only', () => {
  const build = join(import.meta.dirname, '../web/build/server')
  const scripts = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  expect(scripts).toContain('index.js')
  const undecided = scripts.filter((file) => readFileSync(join(build, file), 'utf8').includes('process.env.NODE_ENV'))
  expect(undecided).toEqual([])
})

test('the first paint comes before the first script request, within the budgets', async ({ browser, baseURL }) => {
  const context = await openFresh(browser, baseURL)
  const page = await context.newPage()
  await openPage(page, '/')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  const scripts = await listFiles(page, /\.js$/)
  expect(paint).toBeGreaterThan(0)
  for (const { path, startedAt } of scripts) expect(startedAt, path).toBeGreaterThan(paint)
  expect(sum(scripts) / KB).toBeLessThan(130)
  for (const { path, bytes } of await listFiles(page, /\.(webp|avif|png|svg)$/)) {
    expect(bytes / KB, path).toBeLessThan(80)
  }
  await context.close()
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
