import type { Page } from '@playwright/test'

/** A page rendered on the server is readable at once, but reacts to input only after React has hydrated it. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

export async function openPage(page: Page, path: string) {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response
}

/**
 * Opens a page whose scripts do not arrive until the returned function is called, except the one that saves early taps. It is whole and
 * styled by then. Its `load` event is not waited for: where the scripts begin before that event, it waits for them.
 */
export async function openWithoutScripts(page: Page, path: string) {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!early-taps)[^/]*\.js$/, (route) => scripts.promise.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-early]').waitFor({ state: 'attached' })
  return scripts.resolve
}
