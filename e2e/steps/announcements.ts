import type { Page } from '@playwright/test'

declare global {
  interface Window {
    heard?: string[]
  }
}

/** Writes down what a screen reader would say unasked: every text that appears or changes in a live region, from now on, on every page. */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    window.heard = []
    const say = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      const region = element?.closest('[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]')
      const text = region?.textContent?.trim()
      if (text && window.heard?.at(-1) !== text) window.heard?.push(text)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') say(target)
        for (const node of addedNodes) {
          say(node)
          if (node instanceof Element)
            for (const inner of node.querySelectorAll('[role="status"], [role="alert"]')) say(inner)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** All that was said on this page so far, one text a line. */
export const readHeard = (page: Page) => page.evaluate(() => (window.heard ?? []).join('\n'))
