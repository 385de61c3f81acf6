import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any screen has between two elements. */
const MAX_STOPS = 80

/** Presses the tab key until the target has the focus, and expects a visible focus indicator. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return expectFocusShown(target)
  }
  throw new Error(`${target} was not reached within ${MAX_STOPS} stops`)
}

/** The focus ring may be drawn on the control, its parent or a pseudo-element. */
async function expectFocusShown(target: Locator) {
  const isShown = await target.evaluate((element) => {
    const hasRing = (style: CSSStyleDeclaration) =>
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
    const layers = [undefined, '::before', '::after'].map((layer) => getComputedStyle(element, layer))
    const parent = element.parentElement && getComputedStyle(element.parentElement)
    return [...layers, ...(parent ? [parent] : [])].some(hasRing)
  })
  expect(isShown, `${target} has a visible focus`).toBe(true)
}
