/** What the worker does with a request of a page; everything else goes to the network untouched. */
export type RequestKind = 'page' | 'asset'

/** Beginnings of the paths that are no pages: the API, and files with names of their own. */
const notPages = /^\/(api|assets|previews|health|metrics)(\/|$)|\.[a-z0-9]+$/i

export function classifyRequest(url: URL, isNavigation: boolean, origin: string): RequestKind | undefined {
  if (url.origin !== origin) return undefined
  if (isNavigation) return notPages.test(url.pathname) ? undefined : 'page'
  return url.pathname.startsWith('/assets/') ? 'asset' : undefined
}

/** The path under which a page is stored: parameters are read by the page itself, and it is one page with or without a slash. */
export function toPagePath(url: URL): string {
  return url.pathname.replace(/\/+$/, '') || '/'
}

/** HTML names the scripts that it loads. Only HTML of the worker's own build may be stored with its files. */
export function isOfBuild(html: string, manifestUrl: string): boolean {
  return html.includes(`"${manifestUrl}"`)
}

/** The versions whose files are kept, newest first: the active one, and the one of tabs that were opened before it. */
export function nextVersions(version: string, stored: readonly string[]): string[] {
  return [version, ...stored.filter((other) => other !== version)].slice(0, 2)
}

const REMOVAL_MS = 3 * 60_000

/** What the status of the worker's own file says. A file that is missing only for the seconds of a release is not removed. */
export function judgeStatus(status: number, missingSince: number | undefined, now: number) {
  if (status === 410) return 'removed'
  if (status !== 404) return 'present'
  return missingSince !== undefined && now - missingSince >= REMOVAL_MS ? 'removed' : 'missing'
}

/** Resolves with what settles first: the response, or `undefined` after the time-out. Rejects as the response does. */
export async function withTimeout<T>(response: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer))
}
