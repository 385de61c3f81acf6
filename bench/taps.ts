import type { Locator, Page } from '@playwright/test'
import { pickDay, slotsOf } from '../e2e/steps/booking.ts'
import { openPage } from '../e2e/steps/open-page.ts'

type TapPages = Record<'home' | 'shop' | 'booking', string>

/** A tap on `control` of a page. Milliseconds to the next paint, and those of them before and in the event handlers. */
export type MeasuredTap = { page: string; control: string; ms: number; waitMs: number; handlersMs: number }

/** Taps ten controls on each of three pages. */
export async function measureTaps(page: Page, url: string, pages: TapPages): Promise<MeasuredTap[]> {
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
  return Object.entries({ home, shop, booking }).flatMap(([name, taps]) => taps.map((tap) => ({ page: name, ...tap })))
}

const TAPS = 10
const TAP_TIMEOUT_MS = 5_000
/** From seeing a control to touching it. */
const AIM_MS = 200

/** Taps one after the other, with a pause as a user makes it. */
async function tapAll(page: Page, list: () => Locator): Promise<Omit<MeasuredTap, 'page'>[]> {
  await list().first().waitFor()
  for (let tap = 0; tap < TAPS; tap++) {
    // Once more when what it counted is gone by then: a tap on "Mapa" hides the list.
    await tapOne(page, list, tap).catch(() => tapOne(page, list, tap))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
  }
  return page.evaluate(() => [...(window as unknown as { taps: Map<number, Omit<MeasuredTap, 'page'>> }).taps.values()])
}

/** As a finger does it: in view first, then the touch alone. `Locator.tap` runs its checks in the page right before the touch. */
async function tapOne(page: Page, list: () => Locator, index: number) {
  const choices = await list().count()
  const control = list().nth(index % choices)
  await control.scrollIntoViewIfNeeded({ timeout: TAP_TIMEOUT_MS })
  const box = await control.boundingBox({ timeout: TAP_TIMEOUT_MS })
  if (!box) throw new Error('the control to tap is gone')
  await page.waitForTimeout(AIM_MS)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** Runs in the page: each interaction by its id. The browser does not report those under 16 ms. */
function watchTaps() {
  type TapEntry = PerformanceEventTiming & { interactionId: number }
  const taps = new Map<number, Omit<MeasuredTap, 'page'>>()
  Object.assign(window, { taps })
  const record = (entry: TapEntry) => {
    const isTap = entry.interactionId > 0 && !entry.name.startsWith('key')
    const known = taps.get(entry.interactionId)
    if (!isTap || (known && known.ms >= entry.duration)) return
    // The control may be gone by then.
    const control = (entry.target as HTMLElement | null)?.closest('button, label, [role=tab], a')
    taps.set(entry.interactionId, {
      control: control?.getAttribute('aria-label') ?? control?.textContent ?? known?.control ?? '?',
      ms: entry.duration,
      waitMs: entry.processingStart - entry.startTime,
      handlersMs: entry.processingEnd - entry.processingStart,
    })
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record(entry as TapEntry)
  })
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
