import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/**
 * A colour in the middle of a transition has no meaningful contrast. Waiting would not do: an animation in a part of the page that
 * the browser does not render never finishes. The end of one may start that of an element inside, which inherits the colour.
 */
async function finishAnimations(page: Page) {
  await page.evaluate(async () => {
    for (let round = 0; round < 10; round++) {
      const running = document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
      if (round > 1 && running.length === 0) return
      for (const animation of running) animation.finish()
      await new Promise(requestAnimationFrame)
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

/** The findings of axe. It is put into a page once: compiling it takes as long as a check. */
async function findViolations(page: Page, except: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ except, options }) => {
      const { axe } = window as unknown as { axe: { run: typeof run } }
      const { violations } = await axe.run({ exclude: except.map((selector) => [selector]) }, options)
      return violations
    },
    { except, options },
  )
}

/** A list that waits for its next results is dimmed until they are there. A slow machine takes longer for them than for the tap. */
async function waitForResults(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** What a list that opens from the header may half cover, depending on the hour and its data. It is checked without the list. */
export const behindList = ['main']

/** Expects no serious or critical finding of axe on the page in its current state. `except`: a part that is checked otherwise. */
export async function checkAccessibility(page: Page, except: readonly string[] = []) {
  await waitForResults(page)
  const before = await scrollToEnd(page)
  await finishAnimations(page)
  const violations = await findViolations(page, except)
  const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = severe.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), before)
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}

/** On a screen of its height: a bar that stays otherwise half covers a row, depending on the hour. */
export async function checkWholePage(page: Page) {
  const size = page.viewportSize() ?? { width: 360, height: 740 }
  await page.setViewportSize({ ...size, height: 3000 })
  await checkAccessibility(page)
  await page.setViewportSize(size)
}
