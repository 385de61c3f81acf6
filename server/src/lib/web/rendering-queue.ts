import { createConcurrencyQueues } from '../requests/concurrency.ts'
import type { HtmlPage } from './html-page.ts'

type RenderingQueueOptions = {
  /** So many pages of one client wait; a further one is refused with UNAVAILABLE. */
  maxQueued: number
  /** True while other clients are served too. */
  isShared: (client: string) => boolean
}

/**
 * Renders the pages of one client one after the other, because a rendering blocks the process for milliseconds. While other clients are
 * served too, the next page waits as long as the one before took: a flood of new pages leaves half of the time to the others.
 */
export function createRenderingQueue({ maxQueued, isShared }: RenderingQueueOptions) {
  const enqueue = createConcurrencyQueues({ concurrency: 1, maxQueued })

  return function renderInTurn(client: string, render: () => Promise<HtmlPage>): Promise<HtmlPage> {
    const { promise, resolve, reject } = Promise.withResolvers<HtmlPage>()
    async function renderAndPause() {
      const startedAt = performance.now()
      await render().then(resolve, reject)
      const tookMs = performance.now() - startedAt
      if (isShared(client)) await new Promise((end) => setTimeout(end, tookMs))
    }
    enqueue(client, renderAndPause).catch(reject)
    return promise
  }
}
