import type { Page } from '@playwright/test'

/** The specification's breakpoint. */
export function isPhone(page: Page) {
  return (page.viewportSize()?.width ?? 0) < 768
}
