import type { BrowserContext } from '@playwright/test'

/** Returns when every page knows it: on a busy machine a page learns it some time later, and an act until then goes another way. */
export async function disconnectPages(context: BrowserContext) {
  await context.setOffline(true)
  for (const page of context.pages()) await page.waitForFunction(() => !navigator.onLine)
}
