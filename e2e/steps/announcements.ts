import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announcements?: string[]
  }
}

/** Records what a screen reader announces without a request: every text that appears or changes in a live region, from now on, on every page. */
export async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    window.announcements = []
    const record = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      const region = element?.closest('[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]')
      const text = region?.textContent?.trim()
      if (text && window.announcements?.at(-1) !== text) window.announcements?.push(text)
    }
    const recordWithin = (node: Node) => {
      record(node)
      if (node instanceof Element)
        for (const region of node.querySelectorAll('[role="status"], [role="alert"]')) record(region)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') record(target)
        for (const node of addedNodes) recordWithin(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** All announcements on this page so far, one per line. */
export const readAnnouncements = (page: Page) => page.evaluate(() => (window.announcements ?? []).join('\n'))
