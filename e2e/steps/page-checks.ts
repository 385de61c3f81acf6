import { expect, type Page } from '@playwright/test'

/** Nothing is wider than the screen: a page is read by scrolling in one direction. */
export async function expectNoSidewaysScroll(page: Page) {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, `width of ${page.url()}`).toBeLessThanOrEqual(widths.clientWidth)
}
