import type { Page } from '@playwright/test'

/** Requests that match wait until the returned function is called; later ones do not. */
export async function holdRequests(page: Page, pattern: string | RegExp) {
  const release = Promise.withResolvers<void>()
  await page.route(pattern, (route) => release.promise.then(() => route.continue()))
  return release.resolve
}
