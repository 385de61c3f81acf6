import type { Page } from '@playwright/test'

/** A page that was rendered on the server reads at once, but answers only when React has taken it over. */
export async function waitUntilAlive(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

export async function visit(page: Page, address: string) {
  const response = await page.goto(address)
  await waitUntilAlive(page)
  return response
}
