import type { HtmlPage } from './html-page.ts'

type Entry = { page: HtmlPage; freshUntil: number; bytes: number }
type Limits = { freshMs: number; maxBytes: number; now?: () => number }

function bytesOf(page: HtmlPage) {
  return Object.values(page.bodies).reduce((sum, body) => sum + body.byteLength, 1_000)
}

/** Rendered public pages for some seconds: one rendering at a time per address, oldest use out first, bounded in bytes. */
export function createHtmlCache({ freshMs, maxBytes, now = Date.now }: Limits) {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<HtmlPage>>()
  let bytes = 0

  function forget(key: string) {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function keep(key: string, page: HtmlPage) {
    forget(key)
    const entry = { page, freshUntil: now() + freshMs, bytes: bytesOf(page) }
    entries.set(key, entry)
    bytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }

  async function renderAndKeep(key: string, render: () => Promise<HtmlPage>) {
    const page = await render()
    // A failure is never kept: the next visitor gets another try.
    if (page.status < 500) keep(key, page)
    return page
  }

  return {
    get size() {
      return entries.size
    },
    async get(key: string, render: () => Promise<HtmlPage>) {
      const entry = entries.get(key)
      if (entry && entry.freshUntil > now()) {
        entries.delete(key)
        entries.set(key, entry)
        return entry.page
      }
      const shared = underWay.get(key) ?? renderAndKeep(key, render).finally(() => underWay.delete(key))
      underWay.set(key, shared)
      return shared
    },
  }
}
