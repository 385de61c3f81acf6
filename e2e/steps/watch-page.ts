import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** External hosts that a page may request and that the product must work without: the browser resolves none (app/chromium.ts). */
const external = /^https:\/\/tile\.openstreetmap\.org\//

/** The browser's own note on a failed response or request; both are recorded at their source. */
const networkNote = /^Failed to load resource: /
/** Only the specs about the service worker have one (e2e/playwright.config.ts). */
const blockedNote = 'Service Worker registration blocked by Playwright'

export type PageWatch = {
  problems: string[]
  /** A spec that provokes a refused or failed request declares it beforehand: 'POST /api/auth/login 422'. */
  expect(...problems: RegExp[]): void
}

/**
 * Reads that were under way when a spec ended the session: what the page still loads, what it loads again when it learns of the change
 * before the response arrives, and what it stores for a day without network.
 */
export const endedSession = /^GET \/api\/\S+ 401$/

/**
 * Records errors that a user does not see: errors and warnings of the console (including hydration and content security policy
 * violations), uncaught errors, refused and failed requests, and requests to unknown hosts. It only listens: intercepting requests
 * would disable the browser's cache.
 */
export function watchContext(context: BrowserContext, baseUrl: string): PageWatch {
  const problems: string[] = []
  const expected: RegExp[] = []
  const isOurs = (url: string) => url.startsWith(baseUrl)
  const report = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  const nameOf = (request: Request) => `${request.method()} ${request.url().replace(baseUrl, '')}`

  context.on('console', (message: ConsoleMessage) => {
    const text = message.text()
    const isNoise = !['error', 'warning'].includes(message.type()) || networkNote.test(text) || text === blockedNote
    if (!isNoise) report(`console.${message.type()}: ${text}`)
  })
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request: Request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !isOurs(url) && !external.test(url)) report(`requested ${url}`)
  })
  context.on('response', (response: Response) => {
    if (response.status() >= 400 && isOurs(response.url())) {
      report(`${nameOf(response.request())} ${response.status()}`)
    }
  })
  context.on('requestfailed', (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // The browser aborts the requests of a page that is left and of a cancelled query.
    if (isOurs(request.url()) && reason !== 'net::ERR_ABORTED') report(`${nameOf(request)} ${reason}`)
  })
  return { problems, expect: (...patterns) => void expected.push(...patterns) }
}
