import type { Locator, Page } from '@playwright/test'
import { pickDay, slotsOf } from '../e2e/steps/booking.ts'
import { openPage } from '../e2e/steps/open-page.ts'

type TapPages = Record<'home' | 'shop' | 'booking', string>

/** Taps ten controls on each of three pages and returns the delay from each tap to the next paint, in ms. */
export async function measureTaps(page: Page, url: string, pages: TapPages): Promise<number[]> {
  await page.addInitScript(watchTaps)
  await openPage(page, url + pages.home)
  const home = await tapAll(page, () => page.getByRole('main').locator('button[aria-pressed]:visible'))
  await openPage(page, url + pages.shop)
  const shop = await tapAll(page, () =>
    page.getByRole('main').locator('[role=tab]:visible, [aria-label^="Ver foto"]:visible'),
  )
  await openPage(page, url + pages.booking)
  await pickDay(page)
  await slotsOf(page).first().waitFor()
  const booking = await tapAll(page, () =>
    page.getByRole('main').locator('button[aria-pressed]:visible, label:has(input[type=radio]):visible'),
  )
  return [...home, ...shop, ...booking]
}

const TAPS = 10

/** Taps one after the other, with a pause as a user makes it. */
async function tapAll(page: Page, list: () => Locator): Promise<number[]> {
  await list().first().waitFor()
  for (let tap = 0; tap < TAPS; tap++) {
    const choices = await list().count()
    await list()
      .nth(tap % choices)
      .tap()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
  }
  return page.evaluate(() => [...(window as unknown as { tapTimes: Map<number, number> }).tapTimes.values()])
}

/** Runs in the page: the duration of each interaction by its id. The browser does not report those under 16 ms. */
function watchTaps() {
  type Tap = PerformanceEntry & { interactionId: number }
  const times = new Map<number, number>()
  Object.assign(window, { tapTimes: times })
  const record = (tap: Tap) => {
    const isTap = tap.interactionId > 0 && !tap.name.startsWith('key')
    if (isTap) times.set(tap.interactionId, Math.max(tap.duration, times.get(tap.interactionId) ?? 0))
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record(entry as Tap)
  })
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
