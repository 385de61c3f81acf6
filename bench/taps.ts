import type { Locator, Page } from '@playwright/test'
import { pickDay, timesOf } from '../e2e/steps/booking.ts'
import { visit } from '../e2e/steps/visit.ts'

type Pages = Record<'home' | 'shop' | 'booking', string>

/** Taps thirty times on what people tap on, ten on each screen; answers how long each waited for the next picture, in ms. */
export async function tapAround(page: Page, url: string, pages: Pages): Promise<number[]> {
  await page.addInitScript(watchTaps)
  await visit(page, url + pages.home)
  const home = await tapAll(page, () => page.getByRole('main').locator('button[aria-pressed]:visible'))
  await visit(page, url + pages.shop)
  const shop = await tapAll(page, () =>
    page.getByRole('main').locator('[role=tab]:visible, [aria-label^="Ver foto"]:visible'),
  )
  await visit(page, url + pages.booking)
  await pickDay(page)
  await timesOf(page).first().waitFor()
  const booking = await tapAll(page, () =>
    page.getByRole('main').locator('button[aria-pressed]:visible, label:has(input[type=radio]):visible'),
  )
  return [...home, ...shop, ...booking]
}

const TAPS = 10

/** One after the other, each with the time that a person takes to look. */
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

/** In the page: how long each tap waited, by its number; the browser says nothing of those under 16 ms. */
function watchTaps() {
  type Tap = PerformanceEntry & { interactionId: number }
  const times = new Map<number, number>()
  Object.assign(window, { tapTimes: times })
  const note = (tap: Tap) => {
    const isTap = tap.interactionId > 0 && !tap.name.startsWith('key')
    if (isTap) times.set(tap.interactionId, Math.max(tap.duration, times.get(tap.interactionId) ?? 0))
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as Tap)
  })
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
