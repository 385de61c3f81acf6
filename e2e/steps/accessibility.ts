import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * A colour in the middle of a transition has no meaningful contrast. Waiting would not do: an animation in a part of the page that
 * the browser does not render never finishes.
 */
async function finishAnimations(page: Page) {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
  })
}

/** At its end no floating bar covers the page. Anywhere else a row may be half covered, depending on the hour and its data. */
async function scrollToEnd(page: Page) {
  return page.evaluate(() => {
    const before = window.scrollY
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    return before
  })
}

/** Expects no serious or critical finding of axe on the page in its current state. `except`: a part that is checked otherwise. */
export async function checkAccessibility(page: Page, except: readonly string[] = []) {
  const before = await scrollToEnd(page)
  await finishAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    // In one go, without a second page that puts the frames together: none has another origin.
    .setLegacyMode(true)
    .withTags(standards)
    .exclude([...except])
    .analyze()
  const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = severe.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), before)
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}
