import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import { ApiError } from '@na-regua/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type App, sendError, setErrorStatus, TRANSFER_TIMEOUT_MS } from '../http.ts'
import { clientKey } from '../rate-limit.ts'
import { originOf } from '../requests/host.ts'
import { IN_PROCESS } from '../requests/request-log.ts'
import { createErrorPage } from './error-page.ts'
import { createHtmlCache } from './html-cache.ts'
import { chooseEncoding, type HtmlPage, hashScripts, toHtmlPage } from './html-page.ts'
import { createRenderingQueue } from './rendering-queue.ts'

/** The exports of web/src/app/serve.ts, from its build or its sources. */
export type WebModule = {
  render: (request: Request, site: Site, callApi: typeof fetch) => Promise<Response>
  /** One URL for all that render the same page: without the parameters that the page does not read. */
  toPageUrl: (url: string) => string
}
type Site = Pick<Config, 'hasOutbox' | 'tilesUrl'> & {
  publicUrl: string
  hasGoogle: boolean
  nonce: string
  reportError: (error: unknown) => void
}

/** The policy of pages that need no other file. */
const STATIC_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
const HTML_BYTES = 64 * 1024 * 1024
const MAX_URL_LENGTH = 1_000
/** Pages of one client that wait for their rendering: so many are sent before their requests time out. */
const MAX_QUEUED = 40

export type PageOptions = {
  config: Pick<Config, 'publicUrl' | 'port' | 'hasOutbox' | 'google' | 'tilesUrl' | 'isRateLimited'>
  loadWeb: () => Promise<WebModule>
  /** The client build, with `.br` and `.gz` variants beside the files. Absent in development, where Vite serves them. */
  filesFolder?: string
  freshMs: number
  /** Undefined disables the policy: in development styles and hot reload are inline code. */
  policyOf: (page: HtmlPage) => string | undefined
}

/** Below all other routes: the built files, and every other path as a rendered page. */
export async function mountPages(app: App, options: PageOptions) {
  const { loadWeb, filesFolder, policyOf } = options
  const files = new Set(filesFolder && listFiles(filesFolder))
  const findPage = createRenderer(app, options)
  if (filesFolder) await serveBuiltFiles(app, filesFolder, files)

  app.route({
    method: 'GET',
    url: '/*',
    access: 'public',
    schema: { hide: true },
    // In development Vite serves hundreds of source files here.
    config: filesFolder ? {} : { kind: 'file' },
    errorHandler: sendErrorPage,
    handler: async (request, reply) => {
      const { url } = request
      const path = pathOf(url)
      if (isApiPath(path)) throw new ApiError('NOT_FOUND')
      if (files.has(path)) return reply.sendFile(path)
      if (url.length > MAX_URL_LENGTH) return sendNothing(reply)
      const web = await loadWeb()
      const page = await findPage(request, web)
      return sendPage(request, reply, page, policyOf(page))
    },
  })
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] || '/'
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Renders a page, or finds it in the cache. */
function createRenderer(app: App, { config, freshMs }: PageOptions) {
  const cache = createHtmlCache({ ttlMs: freshMs, maxBytes: HTML_BYTES, watch: app.watchBarbershops })
  const renderInTurn = createRenderingQueue({
    maxQueued: config.isRateLimited ? MAX_QUEUED : Number.POSITIVE_INFINITY,
    isShared: (client) => config.isRateLimited && app.hasOtherClients(client),
  })
  const { hasOutbox, tilesUrl } = config
  const hasGoogle = config.google !== undefined

  return function findPage(request: FastifyRequest, { render, toPageUrl }: WebModule): Promise<HtmlPage> {
    const publicUrl = originOf(config, request)
    const url = publicUrl + toPageUrl(request.url)
    const renderPage = async () => {
      const nonce = crypto.randomUUID()
      const reportError = (error: unknown) => request.log.error({ err: error, url }, 'page rendering failed')
      const site: Site = { publicUrl, hasOutbox, hasGoogle, tilesUrl, nonce, reportError }
      return toHtmlPage(await render(new Request(url), site, createInProcessFetch(app)), nonce)
    }
    const client = clientKey(request)
    return cache.get(url, () => renderInTurn(client, renderPage))
  }
}

/** URL paths of the built files. Only these are served, so no other path reaches the disk and metrics keep one route label. */
function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

async function serveBuiltFiles(app: App, root: string, files: ReadonlySet<string>) {
  const offlinePolicy = files.has('/offline.html') ? policyOfStaticPage(join(root, 'offline.html')) : undefined
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Names below assets/ contain a hash of the content; other files may change with the next release.
      const isHashed = path.startsWith(join(root, 'assets/'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (path.startsWith(join(root, 'service-worker.js'))) allowWorker(reply)
      if (path.startsWith(join(root, 'offline.html'))) reply.header('content-security-policy', offlinePolicy)
      // Other sites load it: the button of a barbershop.
      if (path.startsWith(join(root, 'botao.js'))) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  app.route({
    method: 'GET',
    url: '/assets/*',
    access: 'public',
    schema: { hide: true },
    config: { kind: 'file' },
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: (request, reply) => {
      const path = pathOf(request.url)
      return files.has(path) ? reply.sendFile(path) : sendNothing(reply)
    },
  })
}

/** With its scripts by hash: the service worker stores the page as it was sent. */
function policyOfStaticPage(file: string) {
  const { scriptHashes } = hashScripts(readFileSync(file, 'utf8'), 'offline')
  return `${STATIC_PAGE_POLICY}; script-src ${scriptHashes.join(' ') || "'none'"}`
}

/** A worker runs under the policy of its own file: requests, and the icons of notifications. It is revalidated each time: a stale one would keep an old version. */
function allowWorker(reply: { header(name: string, value: string): unknown }) {
  reply.header('content-security-policy', "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'")
  reply.header('cache-control', 'no-cache')
}

function sendNothing(reply: FastifyReply) {
  return reply.status(404).send('Não encontrado.')
}

/** Lets page rendering request the API without a network hop. */
export function createInProcessFetch(app: Pick<App, 'inject'>): typeof fetch {
  return async (input, init) => {
    const response = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: init?.body as string | undefined,
      remoteAddress: IN_PROCESS,
    })
    const type = String(response.headers['content-type'] ?? 'text/plain')
    return new Response(response.payload || null, { status: response.statusCode, headers: { 'content-type': type } })
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: HtmlPage, policy: string | undefined) {
  if (policy) reply.header('content-security-policy', policy)
  else reply.removeHeader('content-security-policy')
  const cacheControl = page.status < 400 ? 'public, max-age=0, must-revalidate' : 'no-cache'
  // Public map tile servers reject requests without a referrer.
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  reply.headers({ ...page.headers, 'cache-control': cacheControl, vary: 'accept-encoding' })
  const isKnown = request.headers['if-none-match']?.split(/,\s*/).includes(page.headers.etag ?? '')
  if (page.status === 200 && isKnown) return reply.status(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'], page.bodies)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.status(page.status).send(page.bodies[encoding])
}

function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (isApiPath(pathOf(request.url))) return sendError(error, request, reply)
  const { status, message } = setErrorStatus(error, request, reply)
  const header = reply.getHeader('retry-after')
  const retryAfter = header === undefined ? undefined : Number(header)
  reply.header('content-security-policy', STATIC_PAGE_POLICY).type('text/html; charset=utf-8')
  return reply.send(createErrorPage({ status, message, retryAfter }))
}
