import { expect, type Page } from '@playwright/test'

/** WCAG 1.4.10: no page is wider than the screen. */
export async function expectNoHorizontalScroll(page: Page) {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, `width of ${page.url()} at ${widths.clientWidth} px`).toBeLessThanOrEqual(
    widths.clientWidth,
  )
}

/** The background of the dark theme. */
export async function expectDark(page: Page) {
  await expect.poll(() => readBackground(page), `background of ${page.url()}`).toBe('rgb(21, 18, 15)')
}

export function readBackground(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

/** Reads, in the page, the structure that a screen reader navigates by. */
function readOutline() {
  const isExposed = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isExposed)
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return (element.getAttribute('aria-label') ?? labels).trim()
  }
  return {
    title: document.title,
    language: document.documentElement.lang,
    headings: all('h1, h2, h3, h4, h5, h6').map((heading) => ({
      level: Number(heading.tagName.slice(1)),
      text: heading.textContent?.trim().slice(0, 60) ?? '',
    })),
    mains: all('main').length,
    navigations: all('nav').map(nameOf),
    regions: all('section[aria-label], section[aria-labelledby], [role="region"]').map(nameOf),
    positiveTabIndexes: all('[tabindex]').filter((element) => (element as HTMLElement).tabIndex > 0).length,
  }
}

/**
 * WCAG 1.3.1, 2.4.1, 2.4.2, 2.4.6, 3.1.1: one h1 and no skipped heading level, one main landmark, a unique name for every
 * navigation and a name for every region, a title, the language, and no positive tabindex.
 */
export async function checkOutline(page: Page): Promise<void> {
  const { title, language, headings, ...found } = await page.evaluate(readOutline)
  const problems: string[] = []
  if (headings.filter(({ level }) => level === 1).length !== 1) problems.push('not exactly one h1')
  headings.forEach(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 0
    if (level > before + 1) problems.push(`h${level} "${text}" follows h${before}`)
    if (!text) problems.push(`an h${level} without text`)
  })
  if (found.mains !== 1) problems.push(`${found.mains} main landmarks`)
  if (found.positiveTabIndexes > 0) problems.push('a positive tabindex')
  const { navigations } = found
  if (new Set(navigations).size < navigations.length)
    problems.push(`navigations of one name: ${navigations.join(', ')}`)
  if (found.regions.some((name) => !name)) problems.push('a region without a name')
  if (language !== 'pt-BR') problems.push(`language ${language}`)
  if (!title.includes('Na Régua')) problems.push(`title "${title}"`)
  expect(problems, `outline of ${page.url()}`).toEqual([])
}

/** Texts that are cut off with the styles of a user. */
function readCutTexts(styles: string) {
  // The content security policy forbids inline styles, but not a sheet that a script adopts.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  const cut = [...document.querySelectorAll('main :is(h1, h2, h3, p, summary, button, a, label, dd, td)')]
    .filter((element) => element.checkVisibility() && element.textContent?.trim() && element.clientHeight > 4)
    .filter((element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
      // Truncated by design: the full text is on the page that the element links to.
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const isCutSideways = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 2
      return isCutSideways || (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2)
    })
    .map((element) => `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`)
  const { scrollWidth, clientWidth } = document.documentElement
  const widest = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 0.5,
  )
  const wide = widest.map((element) => `${element.tagName.toLowerCase()}.${element.className} is too wide`)
  document.adoptedStyleSheets.pop()
  return [...cut, ...(scrollWidth > clientWidth ? ['the page scrolls sideways', ...wide] : [])]
}

const wideSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** WCAG 1.4.12: wider spacing of lines, words and characters. */
export async function checkTextSpacing(page: Page) {
  expect(await page.evaluate(readCutTexts, wideSpacing), `text spacing of ${page.url()}`).toEqual([])
}

/** WCAG 1.4.4: text of twice the size. */
export async function checkLargeText(page: Page) {
  expect(await page.evaluate(readCutTexts, ':root { font-size: 200% }'), `large text on ${page.url()}`).toEqual([])
}

/** With reduced motion nothing animates except a change of colour, which takes a millisecond (WCAG 2.3.3). */
export async function checkReducedMotion(page: Page) {
  const listMoving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 10)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
    )
  await expect.poll(listMoving, `motion of ${page.url()}`).toEqual([])
}
