import type { Page } from '@playwright/test'

/** For as long what was done can be undone, and its toast is shown. */
const OFFERED_MS = 5_000
const HOUR_MS = 3_600_000

/**
 * What the page offers for so many milliseconds from now on stays until it is left, or until the returned function is called for what
 * follows: on a busy machine the time may be over before the test has looked or tapped.
 */
export async function holdTimers(page: Page, ms = OFFERED_MS) {
  await page.evaluate(
    ({ held, hour }) => {
      const start = window.setTimeout.bind(window)
      const startLater = (handler: TimerHandler, delay?: number, ...args: unknown[]) =>
        start(handler, delay === held ? hour : delay, ...args)
      Object.assign(window, { setTimeout: startLater, letTimePass: () => Object.assign(window, { setTimeout: start }) })
    },
    { held: ms, hour: HOUR_MS },
  )
  return () => page.evaluate(() => void (window as unknown as { letTimePass(): void }).letTimePass())
}
