import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Half-drawn things are neither readable nor meant to be. */
async function waitForRest(page: Page) {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  )
}

/** At its end a page has no bar floating over what it says: anywhere else a row may lie half below one, by the hour and its data. */
async function scrollToEnd(page: Page) {
  return page.evaluate(() => {
    const before = window.scrollY
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    return before
  })
}

/** Nobody is kept out: no serious or critical finding on the page as it stands. */
export async function axeCheck(page: Page) {
  const before = await scrollToEnd(page)
  await waitForRest(page)
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = grave.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), before)
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}
