import type { BrowserContext, Page } from '@playwright/test'
import { waitUntilAlive } from '../e2e/steps/visit.ts'
import { enter, listPages, withPhone } from './browser.ts'
import type { World } from './figures.ts'
import { median } from './measure.ts'
import { tapAround } from './taps.ts'

export type Throttled = {
  /** Milliseconds from the navigation on, a median of five cold visits each. */
  screenMs: number
  cardsMs: number
  aliveMs: number
  /** The worst and the middle of the thirty taps: from the finger to the next picture. */
  tapMs: number
  usualTapMs: number
  taps: number
}

const ROUNDS = 5

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back; a processor of a quarter of this one's speed. */
const line = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const SLOWER = 4

export async function slowDown(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

type PageLoad = Pick<Throttled, 'screenMs' | 'cardsMs' | 'aliveMs'>

/** Target W3. */
export async function benchThrottled(world: World): Promise<Throttled> {
  const pageLoads: PageLoad[] = []
  for (let round = 0; round < ROUNDS; round++) pageLoads.push(await withPhone((context) => loadHome(context, world)))
  const of = (name: keyof PageLoad) => median(pageLoads.map((pageLoad) => pageLoad[name]))
  const times = await withPhone(async (context) => {
    await enter(context, world)
    const page = await context.newPage()
    await slowDown(context, page)
    return tapAround(page, world.app.url, await listPages(world))
  })
  const tapMs = Math.max(...times)
  const usualTapMs = median(times)
  return {
    screenMs: of('screenMs'),
    cardsMs: of('cardsMs'),
    aliveMs: of('aliveMs'),
    tapMs,
    usualTapMs,
    taps: times.length,
  }
}

/** The first card is real: it stands in the page that the server sent, and is in view once it is painted. */
async function loadHome(context: BrowserContext, { app }: World): Promise<PageLoad> {
  const page = await context.newPage()
  await slowDown(context, page)
  await page.addInitScript(watchCards)
  await page.goto(app.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'cardsAt' in window)
  await waitUntilAlive(page)
  return page.evaluate(() => ({
    screenMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    cardsMs: (window as unknown as { cardsAt: number }).cardsAt,
    aliveMs: performance.now(),
  }))
}

/** In the page: notes the first frame after a card's name and picture are there. */
function watchCards() {
  const look = () => {
    const card = document.querySelector('article')
    const image = card?.querySelector('img')
    const isThere = card && image?.complete && performance.getEntriesByName('first-contentful-paint').length > 0
    if (isThere) Object.assign(window, { cardsAt: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
