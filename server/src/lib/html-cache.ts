import type { HtmlPage } from './html-page.ts'
import { Shelf } from './shelf.ts'

type Limits = {
  freshMs: number
  maxBytes: number
  /** Is handed what to call when any of the pages may have changed. */
  watch?: (forget: () => void) => void
  now?: () => number
}

function bytesOf(page: HtmlPage) {
  return Object.values(page.bodies).reduce((sum, body) => sum + body.byteLength, 1_000)
}

/** Rendered public pages for some seconds: one rendering at a time per address, bounded in bytes. */
export function createHtmlCache({ freshMs, maxBytes, watch, now = Date.now }: Limits) {
  const shelf = new Shelf<HtmlPage>({ lifeMs: freshMs, maxBytes, now })
  const underWay = new Map<string, Promise<HtmlPage>>()
  let changes = 0
  watch?.(() => {
    changes++
    shelf.clear()
    underWay.clear()
  })

  async function renderAndKeep(key: string, render: () => Promise<HtmlPage>) {
    const begun = changes
    const page = await render()
    // A failure is never kept: the next visitor gets another try.
    if (page.status < 500 && begun === changes) shelf.keep(key, page, bytesOf(page))
    return page
  }

  return {
    get size() {
      return shelf.count
    },
    async get(key: string, render: () => Promise<HtmlPage>) {
      const known = shelf.find(key)
      if (known) return known
      const shared =
        underWay.get(key) ??
        renderAndKeep(key, render).finally(() => underWay.get(key) === shared && underWay.delete(key))
      underWay.set(key, shared)
      return shared
    },
  }
}
