import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import { ApiError } from '@na-regua/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { App } from '../http.ts'
import { IN_PROCESS } from '../request-log.ts'
import { createHtmlCache } from './html-cache.ts'
import { chooseEncoding, type HtmlPage, toHtmlPage } from './html-page.ts'

/** The exports of web/src/app/serve.ts, from its build or its sources. */
export type WebModule = {
  render: (request: Request, site: Site, callApi: typeof fetch) => Promise<Response>
}
type Site = Pick<Config, 'hasOutbox' | 'tilesUrl'> & {
  publicUrl: string
  hasGoogle: boolean
  nonce: string
  reportError: (error: unknown) => void
}

const HTML_BYTES = 64 * 1024 * 1024
const MAX_URL_LENGTH = 1_000

type PageOptions = {
  config: Pick<Config, 'publicUrl' | 'hasOutbox' | 'google' | 'tilesUrl'>
  loadWeb: () => Promise<WebModule>
  /** The client build, with `.br` and `.gz` variants beside the files. Absent in development, where Vite serves them. */
  filesFolder?: string
  freshMs: number
  /** Undefined disables the policy: in development styles and hot reload are inline code. */
  policyOf: (page: HtmlPage) => string | undefined
}

/** One route below all others: a built file, or a rendered page. */
export async function mountPages(app: App, { config, loadWeb, filesFolder, freshMs, policyOf }: PageOptions) {
  const cache = createHtmlCache({ ttlMs: freshMs, maxBytes: HTML_BYTES, watch: app.watchBarbershops })
  const files = new Set(filesFolder && listFiles(filesFolder))
  const failurePage = files.has('/500.html') ? readFileSync(join(filesFolder as string, '500.html')) : undefined
  if (filesFolder) await registerFiles(app, filesFolder)

  async function renderPage(url: string, origin: string, request: FastifyRequest) {
    const nonce = crypto.randomUUID()
    const reportError = (error: unknown) => request.log.error({ err: error, url }, 'page rendering failed')
    const { hasOutbox, tilesUrl } = config
    const hasGoogle = config.google !== undefined
    const site: Site = { publicUrl: origin, hasOutbox, hasGoogle, tilesUrl, nonce, reportError }
    const { render } = await loadWeb()
    return toHtmlPage(await render(new Request(origin + url), site, createInProcessFetch(app)), nonce)
  }

  app.route({
    method: 'GET',
    url: '/*',
    access: 'public',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { url } = request
      const [path = '/'] = url.split('?', 1)
      if (path === '/api' || path.startsWith('/api/')) throw new ApiError('NOT_FOUND')
      if (files.has(path)) return reply.sendFile(path)
      if (path.startsWith('/assets/') || url.length > MAX_URL_LENGTH) return reply.status(404).send('Não encontrado.')
      const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
      try {
        const page = await cache.get(origin + url, () => renderPage(url, origin, request))
        return sendPage(request, reply, page, policyOf(page))
      } catch (error) {
        request.log.error({ err: error, url }, 'page rendering failed')
        return sendFailure(reply, failurePage)
      }
    },
  })
}

/** URL paths of the built files. Only these are served, so no other path reaches the disk and metrics keep one route label. */
function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

async function registerFiles(app: App, root: string) {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Names below assets/ contain a hash of the content; other files may change with the next release.
      const isHashed = path.startsWith(join(root, 'assets/'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
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

/** Independent of everything that rendering needs, because that may be what failed. */
function sendFailure(reply: FastifyReply, page: Buffer | undefined) {
  reply.status(500).headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  })
  return reply.type('text/html; charset=utf-8').send(page ?? 'Erro interno do sistema')
}
