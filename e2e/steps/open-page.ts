import type { Page } from '@playwright/test'

/** A page rendered on the server is readable at once, but reacts to input only after React has hydrated it. */
export async function waitForHydration(page: Page) {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

export async function openPage(page: Page, path: string) {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response
}

/**
 * Opens a page whose scripts do not arrive until the returned function is called. It is whole and styled by then. Its `load` event,
 * which waits for the scripts, is not waited for.
 */
export async function openWithoutScripts(page: Page, path: string) {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]*\.js$/, (route) => scripts.promise.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return scripts.resolve
}
