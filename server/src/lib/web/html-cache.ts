import { LoadingCache } from '../caches/loading-cache.ts'
import type { Clock } from '../clock.ts'
import type { HtmlPage } from './html-page.ts'

type HtmlCacheOptions = {
  ttlMs: number
  maxBytes: number
  /** Receives the function that clears the cache when any page may have changed. */
  watch?: (clear: () => void) => void
  clock?: Clock
}

/** Headers and the entry itself, beside the bodies. */
const ENTRY_BYTES = 1000

function sizeOf({ bodies }: HtmlPage) {
  return Object.values(bodies).reduce((sum, body) => sum + body.byteLength, ENTRY_BYTES)
}

/** Rendered public pages for some seconds. Server errors are not stored. */
export function createHtmlCache({ watch, ...limits }: HtmlCacheOptions) {
  const pages = new LoadingCache<HtmlPage>({ ...limits, sizeOf, isStored: ({ status }) => status < 500 })
  watch?.(() => pages.clear())

  async function get(key: string, render: () => Promise<HtmlPage>): Promise<HtmlPage> {
    return pages.find(key) ?? pages.load(key, render)
  }

  return {
    get,
    get count() {
      return pages.count
    },
  }
}
