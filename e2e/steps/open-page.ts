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
