import { type Network, startNetwork } from './app/network.ts'
import { test } from './test.ts'

/**
 * With the service worker that all other specs go without, and through a network of its own, because the browser's offline mode does not
 * reach the worker.
 */
export const offlineTest = test.extend<{ network: Network }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
  network: async ({}, use) => {
    const network = await startNetwork(String(process.env.E2E_URL))
    await use(network)
    await network.close()
  },
  baseURL: async ({ network }, use) => use(network.url),
  serviceWorkers: 'allow',
})

/** What a page without network reports. */
export const noNetwork = [/ERR_/, /Failed to fetch/, /NetworkError/, /console\.warning: a part of the page failed/]
