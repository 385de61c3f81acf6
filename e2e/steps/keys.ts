import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has between two things that one wants. */
const PATIENCE = 80

/** Walks by the tab key until the wanted thing has the focus, and sees that the focus shows. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; stops < PATIENCE; stops += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return expectFocusShown(target)
  }
  throw new Error(`${target} was not reached within ${PATIENCE} stops`)
}

/** The ring may stand on the control, on what wraps it, or on a layer of it. */
async function expectFocusShown(target: Locator) {
  const isShown = await target.evaluate((element) => {
    const hasRing = (style: CSSStyleDeclaration) =>
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
    const layers = [undefined, '::before', '::after'].map((layer) => getComputedStyle(element, layer))
    const parent = element.parentElement && getComputedStyle(element.parentElement)
    return [...layers, ...(parent ? [parent] : [])].some(hasRing)
  })
  expect(isShown, `${target} shows its focus`).toBe(true)
}
