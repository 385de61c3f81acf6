import type { BrowserContext, Page } from '@playwright/test'
import { waitForHydration } from '../e2e/steps/open-page.ts'
import { listMeasuredPages, signIn, withPhoneBrowser } from './browser.ts'
import type { BenchWorld } from './figures.ts'
import { median } from './measure.ts'
import { type MeasuredTap, measureTaps } from './taps.ts'

export type ThrottledFigures = {
  /** Milliseconds from the start of the navigation, the median of five page loads with an empty cache. */
  firstPaintMs: number
  cardsMs: number
  interactiveMs: number
  /** Milliseconds from the first paint of each page until it reacts to taps. */
  afterPaint: { page: string; ms: number }[]
  /** Some thirty taps, the slowest first. */
  taps: MeasuredTap[]
}

const ROUNDS = 5
/** The rounds of each page but the home page. */
const PAGE_ROUNDS = 3

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip; the CPU at a quarter of its speed. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const CPU_SLOWDOWN = 4

async function throttle(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

type PageLoad = Pick<ThrottledFigures, 'firstPaintMs' | 'cardsMs' | 'interactiveMs'>

/** Target W3. */
export async function benchThrottled(world: BenchWorld): Promise<ThrottledFigures> {
  const pageLoads: PageLoad[] = []
  for (let round = 0; round < ROUNDS; round++)
    pageLoads.push(await withPhoneBrowser((context) => loadHome(context, world)))
  const of = (name: keyof PageLoad) => median(pageLoads.map((pageLoad) => pageLoad[name]))
  const taps = await withPhoneBrowser(async (context) => {
    await signIn(context, world)
    const page = await context.newPage()
    await throttle(context, page)
    return measureTaps(page, world.app.url, await listMeasuredPages(world))
  })
  return {
    afterPaint: await measurePages(world),
    firstPaintMs: of('firstPaintMs'),
    cardsMs: of('cardsMs'),
    interactiveMs: of('interactiveMs'),
    taps: taps.toSorted((a, b) => b.ms - a.ms),
  }
}

async function measurePages(world: BenchWorld) {
  const afterPaint: ThrottledFigures['afterPaint'] = []
  for (const [page, path] of Object.entries(await listMeasuredPages(world))) {
    const times: number[] = []
    for (let round = 0; round < PAGE_ROUNDS; round++)
      times.push(await withPhoneBrowser((context) => waitAfterPaint(context, world, path)))
    afterPaint.push({ page, ms: median(times) })
  }
  return afterPaint
}

/** With a session: without one the booking page leads to the login. */
async function waitAfterPaint(context: BrowserContext, world: BenchWorld, path: string): Promise<number> {
  await signIn(context, world)
  const page = await context.newPage()
  await throttle(context, page)
  await page.goto(world.app.url + path, { waitUntil: 'commit' })
  await waitForHydration(page)
  return page.evaluate(
    () => performance.now() - (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  )
}

/** The first card is part of the server's HTML, so it is visible once it is painted. */
async function loadHome(context: BrowserContext, { app }: BenchWorld): Promise<PageLoad> {
  const page = await context.newPage()
  await throttle(context, page)
  await page.addInitScript(watchCards)
  await page.goto(app.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'cardsAt' in window)
  await waitForHydration(page)
  return page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    cardsMs: (window as unknown as { cardsAt: number }).cardsAt,
    interactiveMs: performance.now(),
  }))
}

/** Runs in the page: records the first frame in which a card's name and image are present. */
function watchCards() {
  const check = () => {
    const card = document.querySelector('article')
    const image = card?.querySelector('img')
    const isPainted = card && image?.complete && performance.getEntriesByName('first-contentful-paint').length > 0
    if (isPainted) Object.assign(window, { cardsAt: performance.now() })
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
