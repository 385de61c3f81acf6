import { expect, type Page } from '@playwright/test'

/** More tab stops than any page has; reaching it means a keyboard trap. */
const MAX_STOPS = 300

type Stop = { element: string; problems: string[] } | undefined

/** Reads, in the page, which element has the focus; undefined once the focus left the page or returned to an earlier element. */
function readStop(): Stop {
  const element = document.activeElement
  if (!element || element === document.body || element.hasAttribute('data-walked')) return undefined
  element.setAttribute('data-walked', '')
  const own = element.getBoundingClientRect()
  // A native control may be invisible under its styled replacement, which is what the user sees.
  const isInvisible = own.width < 3 || own.height < 3 || getComputedStyle(element).opacity === '0'
  const shown = isInvisible ? (element.closest('label') ?? element.parentElement ?? element) : element
  const box = shown.getBoundingClientRect()
  const hasRing = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  const candidates = [element, shown, element.parentElement, element.nextElementSibling].filter((one) => one !== null)
  const hasVisibleFocus = candidates.some((one) =>
    [undefined, '::before', '::after'].some((layer) => hasRing(getComputedStyle(one, layer))),
  )
  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]),
  )
  const isUncovered = points.some(([x = 0, y = 0]) => {
    const top = document.elementFromPoint(x, y)
    // A label may contain its control; any other element around it would cover it.
    return top !== null && (shown.contains(top) || top.closest('label')?.contains(shown) === true)
  })
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
  return {
    element: `${element.tagName.toLowerCase()} "${name || element.id}"`,
    problems: [...(hasVisibleFocus ? [] : ['shows no focus']), ...(isUncovered ? [] : ['is covered or out of sight'])],
  }
}

/** A list that just grew has moved the focused element. Focused again, the browser scrolls to it, but not from under a bar. */
async function refocus(page: Page): Promise<Stop> {
  await page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    element.removeAttribute('data-walked')
    element.blur()
    element.focus()
  })
  return page.evaluate(readStop)
}

/**
 * WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11: the tab key passes through the page once and leaves it; at each stop the focus is
 * visible and not covered. Returns the number of stops.
 */
export async function tabThroughPage(page: Page): Promise<number> {
  const findings: string[] = []
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked]')) walked.removeAttribute('data-walked')
    ;(document.activeElement as HTMLElement | null)?.blur()
    window.scrollTo({ top: 0, behavior: 'instant' })
    getSelection()?.removeAllRanges()
  })
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    let stop = await page.evaluate(readStop)
    if (stop && stop.problems.length > 0) stop = await refocus(page)
    if (stop) {
      findings.push(...stop.problems.map((problem) => `${stop.element} ${problem}`))
      continue
    }
    expect(findings, `keyboard on ${page.url()}`).toEqual([])
    return stops
  }
  throw new Error(`the tab key does not leave ${page.url()}`)
}
