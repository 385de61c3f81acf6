import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { listenForPush } from './push.ts'
import { classifyRequest, isOfBuild, judgeStatus, nextVersions, toPagePath, withTimeout } from './requests.ts'
import { COMMANDS, sendStoredCommands } from './send-commands.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }
/** Both written into the bundle by scripts/build-service-worker.mjs. */
declare const __VERSION__: string
declare const __MANIFEST_URL__: string

const PREFIX = 'na-regua-'
const VERSIONS = 'versions'
const MISSING_SINCE = 'missing-since'
/** The page without network for every address that has none of its own. */
const OFFLINE_PAGE = '/offline.html'
/** The longest that a stored page waits for the network. */
const PATIENCE_MS = 3_000

const cacheOf = (version: string) => PREFIX + version

/** Every file of this build in a cache of its own: the installation succeeds as a whole or not at all. */
const precache = new PrecacheController({
  cacheName: cacheOf(__VERSION__),
  plugins: [{ cacheWillUpdate: async ({ response }) => ((await isStorable(response)) ? response : null) }],
})
precache.precache(self.__WB_MANIFEST)

/** A server of another version, during a release, must not lend its HTML to this one. */
async function isStorable(response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (!isPage || response.url.endsWith(OFFLINE_PAGE)) return true
  return isOfBuild(await response.clone().text(), __MANIFEST_URL__)
}

async function readVersions(cache: Cache): Promise<string[]> {
  const stored = await cache.match(VERSIONS)
  return stored ? await stored.json() : []
}

/** Deletes the files of all versions but this one and the one before, whose pages may still be open in other tabs. */
async function deleteOldVersions() {
  const cache = await caches.open(PREFIX + VERSIONS)
  const versions = nextVersions(__VERSION__, await readVersions(cache))
  await cache.put(VERSIONS, Response.json(versions))
  // The files of a version that is just being installed belong to no version yet.
  if (self.registration.installing) return
  const retained = new Set([VERSIONS, ...versions].map(cacheOf))
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !retained.has(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldVersions(), self.registration.navigationPreload?.enable()]))
})

/** Sent by a page whose user has tapped on 'Atualizar'. */
self.addEventListener('message', (event) => {
  if (event.data?.type === 'activate') event.waitUntil(self.skipWaiting())
})

let hasEnded = false

/** The browser has a network again; it repeats the event when this rejects. */
self.addEventListener('sync', ((event: ExtendableEvent & { tag: string }) => {
  if (event.tag === COMMANDS) event.waitUntil(sendStoredCommands())
}) as EventListener)

/** A server without this file has been rolled back to a version that knows no worker: this one ends, and with it its files. */
async function endIfRemoved() {
  const response = await fetch('/service-worker.js', { method: 'HEAD', cache: 'no-store' })
  const cache = await caches.open(PREFIX + VERSIONS)
  const stored = await cache.match(MISSING_SINCE)
  const since: number | undefined = await stored?.json()
  const judged = judgeStatus(response.status, since, Date.now())
  if (judged === 'present' && stored) await cache.delete(MISSING_SINCE)
  if (judged === 'missing' && !stored) await cache.put(MISSING_SINCE, Response.json(Date.now()))
  if (judged !== 'removed') return
  hasEnded = true
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all([self.registration.unregister(), ...names.map((name) => caches.delete(name))])
}

/** Once in the life of this process, which the browser ends after half a minute without events. */
let checking: Promise<void> | undefined

function checkOnce() {
  checking ??= endIfRemoved().catch(() => {
    checking = undefined
  })
  return checking
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined
  return preloaded ?? fetch(event.request)
}

/** From the network. If it fails or says nothing for seconds, the stored HTML of the same page with its own scripts. */
async function respondWithPage(event: FetchEvent, url: URL): Promise<Response> {
  const stored = precache.getCacheKeyForURL(toPagePath(url))
  const network = fetchPage(event)
  event.waitUntil(network.then(checkOnce).catch(() => undefined))
  try {
    const response = stored ? await withTimeout(network, PATIENCE_MS) : await network
    if (response) return response
  } catch {
    // Without network.
  }
  const page = stored ? await precache.matchPrecache(toPagePath(url)) : undefined
  return page ?? (await precache.matchPrecache(OFFLINE_PAGE)) ?? network
}

/** The names contain a hash of the content, so any stored version of a name is the right one. */
async function respondWithAsset(request: Request): Promise<Response> {
  // The pages that it still controls are not to fill a new cache.
  if (hasEnded) return fetch(request)
  const own = await precache.matchPrecache(request)
  return own ?? (await caches.match(request)) ?? fetch(request)
}

const kindOf = (url: URL, request: Request) =>
  request.method === 'GET' ? classifyRequest(url, request.mode === 'navigate', self.location.origin) : undefined

registerRoute(
  ({ url, request }) => kindOf(url, request) === 'page',
  ({ event, url }) => respondWithPage(event as FetchEvent, url),
)
registerRoute(
  ({ url, request }) => kindOf(url, request) === 'asset',
  ({ request }) => respondWithAsset(request),
)

listenForPush(self)
