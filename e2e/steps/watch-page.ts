import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** Hosts outside that a page may ask, and that the product must be able to do without: the browser finds none (app/chromium.ts). */
const outside = /^https:\/\/tile\.openstreetmap\.org\//

/** The browser's own note on an answer below 200 or a lost request; both are watched at their source. */
const networkNote = /^Failed to load resource: /

export type Watch = {
  /** What went wrong so far, in words. */
  problems: string[]
  /** A journey that provokes a refusal or an outage says so beforehand: 'POST /api/auth/login 422'. */
  expect(...problems: RegExp[]): void
}

/**
 * Writes down whatever a person would never see but that is broken all the same: errors and warnings of the console
 * (hydration and policy violations are among them), uncaught errors, refused and failed requests, and requests to an unknown
 * part of the world. It only listens: to step in between the browser and the server would also take the browser's cache away.
 */
export function watchContext(context: BrowserContext, baseUrl: string): Watch {
  const problems: string[] = []
  const expected: RegExp[] = []
  const isOurs = (url: string) => url.startsWith(baseUrl)
  const report = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  const nameOf = (request: Request) => `${request.method()} ${request.url().replace(baseUrl, '')}`

  context.on('console', (message: ConsoleMessage) => {
    const isNoise = !['error', 'warning'].includes(message.type()) || networkNote.test(message.text())
    if (!isNoise) report(`console.${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request: Request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !isOurs(url) && !outside.test(url)) report(`asked for ${url}`)
  })
  context.on('response', (response: Response) => {
    if (response.status() >= 400 && isOurs(response.url())) {
      report(`${nameOf(response.request())} ${response.status()}`)
    }
  })
  context.on('requestfailed', (request: Request) => {
    const why = request.failure()?.errorText ?? ''
    // A page that is left, and a query that is no longer wanted, give up their requests.
    if (isOurs(request.url()) && why !== 'net::ERR_ABORTED') report(`${nameOf(request)} ${why}`)
  })
  return { problems, expect: (...patterns) => void expected.push(...patterns) }
}
