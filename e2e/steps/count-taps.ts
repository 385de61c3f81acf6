import type { Page } from '@playwright/test'

/**
 * Counts presses of a finger on the screen, on whichever page, also those that only focus a field. Not counted: typing, the
 * keyboard's own key for the next field (Tab here), and scrolling. Nor a press that Playwright repeats because the target moved at that
 * moment: it holds such an event back at the window, before the document has it. Call it before the first page is opened.
 */
export async function countTaps(page: Page) {
  let count = 0
  await page.exposeFunction('reportTap', () => {
    count += 1
  })
  await page.addInitScript(() => {
    const report = (window as unknown as { reportTap: () => void }).reportTap
    document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && report(), true)
  })
  return () => count
}
