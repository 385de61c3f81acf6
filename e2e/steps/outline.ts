import { expect, type Page } from '@playwright/test'

/** Reads, in the page, what a screen reader would jump by. */
function readOutline() {
  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isThere)
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const said = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return (element.getAttribute('aria-label') ?? said).trim()
  }
  return {
    title: document.title,
    language: document.documentElement.lang,
    headings: all('h1, h2, h3, h4, h5, h6').map((heading) => ({
      level: Number(heading.tagName.slice(1)),
      text: heading.textContent?.trim().slice(0, 60) ?? '',
    })),
    mains: all('main').length,
    banners: all('body > header, body > :not(main, article, section) > header, [role="banner"]').length,
    ways: all('nav').map(nameOf),
    regions: all('section[aria-label], section[aria-labelledby], [role="region"]').map(nameOf),
    forward: all('[tabindex]').filter((element) => (element as HTMLElement).tabIndex > 0).length,
  }
}

/**
 * WCAG 1.3.1, 2.4.1, 2.4.2, 2.4.6, 3.1.1: one first heading and no level left out on the way down, one main part, every
 * navigation and region with a name of its own, a title, the language, and no order of its own making.
 */
export async function checkOutline(page: Page): Promise<{ title: string }> {
  const { title, language, headings, ...found } = await page.evaluate(readOutline)
  const problems: string[] = []
  if (headings.filter(({ level }) => level === 1).length !== 1) problems.push('not exactly one h1')
  headings.forEach(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 0
    if (level > before + 1) problems.push(`h${level} "${text}" comes after h${before}`)
    if (!text) problems.push(`an h${level} without words`)
  })
  if (found.mains !== 1) problems.push(`${found.mains} main parts`)
  if (found.forward > 0) problems.push('a tab order of its own making')
  if (new Set(found.ways).size < found.ways.length) problems.push(`navigations of one name: ${found.ways.join(', ')}`)
  if (found.regions.some((name) => !name)) problems.push('a region without a name')
  if (language !== 'pt-BR') problems.push(`language ${language}`)
  if (!title.includes('Na Régua')) problems.push(`title "${title}"`)
  expect(problems, `outline of ${page.url()}`).toEqual([])
  return { title }
}

/** What of a text would be lost to whoever needs more room between lines, words and letters (WCAG 1.4.12). */
function readCutTexts() {
  // A policy against styles in the page does not concern a sheet that a script adopts.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
  const cut = [...document.querySelectorAll('main :is(h1, h2, h3, p, summary, button, a, label, dd, td)')]
    .filter((element) => element.checkVisibility() && element.textContent?.trim() && element.clientHeight > 4)
    .filter((element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
      // Shortened on purpose, and said in full on the page that it leads to.
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const isCutSideways = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 2
      return isCutSideways || (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2)
    })
    .map((element) => `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`)
  const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth
  document.adoptedStyleSheets.pop()
  return [...cut, ...(isWide ? ['the page scrolls sideways'] : [])]
}

export async function checkTextSpacing(page: Page) {
  expect(await page.evaluate(readCutTexts), `text spacing of ${page.url()}`).toEqual([])
}

/** Whoever wants no motion gets none: nothing but a change of colour, which is over in a millisecond (WCAG 2.3.3). */
export async function checkStillness(page: Page) {
  const listMoving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 10)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
    )
  await expect.poll(listMoving, `motion of ${page.url()}`).toEqual([])
}
