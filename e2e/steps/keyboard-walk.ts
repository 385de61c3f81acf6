import { expect, type Page } from '@playwright/test'

/** More stops than any page has; whoever needs more is caught in a trap. */
const MOST_STOPS = 300

type Stop = { what: string; problems: string[] } | undefined

/** Reads, in the page, where the focus stands; undefined once it left the page or came back to where it was before. */
function readStop(): Stop {
  const element = document.activeElement
  if (!element || element === document.body || element.hasAttribute('data-walked')) return undefined
  element.setAttribute('data-walked', '')
  const bare = element.getBoundingClientRect()
  // A native control that lies unseen under its drawn one: what is drawn counts.
  const isUnseen = bare.width < 3 || bare.height < 3 || getComputedStyle(element).opacity === '0'
  const drawn = isUnseen ? (element.closest('label') ?? element.parentElement ?? element) : element
  const box = drawn.getBoundingClientRect()
  const hasRing = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  const looks = [element, drawn, element.parentElement, element.nextElementSibling].filter((one) => one !== null)
  const isShown = looks.some((one) =>
    [undefined, '::before', '::after'].some((layer) => hasRing(getComputedStyle(one, layer))),
  )
  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]),
  )
  const isSeen = points.some(([x = 0, y = 0]) => {
    const top = document.elementFromPoint(x, y)
    // A label around a control answers for it; any other box around it would lie above.
    return top !== null && (drawn.contains(top) || top.closest('label')?.contains(drawn) === true)
  })
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
  const what = `${element.tagName.toLowerCase()} "${name || element.id}"`
  return { what, problems: [...(isShown ? [] : ['shows no focus']), ...(isSeen ? [] : ['is covered or out of sight'])] }
}

/** A list that grew in that moment has moved what has the focus: focused anew, the browser brings it back, but not from under a bar. */
async function lookAgain(page: Page): Promise<Stop> {
  await page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    element.removeAttribute('data-walked')
    element.blur()
    element.focus()
  })
  return page.evaluate(readStop)
}

/**
 * WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11: the tab key goes once through the page and out of it; wherever it stops, the focus
 * shows, and nothing that floats covers it. Answers the number of stops.
 */
export async function walkByKeyboard(page: Page): Promise<number> {
  const findings: string[] = []
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked]')) walked.removeAttribute('data-walked')
    ;(document.activeElement as HTMLElement | null)?.blur()
    window.scrollTo({ top: 0, behavior: 'instant' })
    getSelection()?.removeAllRanges()
  })
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    let stop = await page.evaluate(readStop)
    if (stop && stop.problems.length > 0) stop = await lookAgain(page)
    if (stop) {
      findings.push(...stop.problems.map((problem) => `${stop.what} ${problem}`))
      continue
    }
    expect(findings, `keyboard on ${page.url()}`).toEqual([])
    return stops
  }
  throw new Error(`the tab key does not get through ${page.url()}`)
}
