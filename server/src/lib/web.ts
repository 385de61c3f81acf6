import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { createHtmlCache } from './html-cache.ts'
import { type HtmlPage, sealPage } from './html-page.ts'
import { type Asset, chooseEncoding, readAssets } from './web-assets.ts'
import { serveFromSources } from './web-development.ts'
import { contentSecurityPolicy } from './web-security.ts'

/** What web/src/app/serve.ts exports, from its build or from its sources. */
export type WebModule = {
  render: (request: Request, site: Site, callApi: typeof fetch) => Promise<Response>
}
type Site = { publicUrl: string; hasOutbox: boolean; nonce: string; reportError: (error: unknown) => void }

type Options = { config: Pick<Config, 'publicUrl' | 'hasOutbox' | 'tilesUrl'>; mode: 'production' | 'development' }

/** The address that calls made by the rendering come from; no socket can have it, so limits per address may let it pass. */
export const IN_PROCESS = 'in-process'

const webFolder = fileURLToPath(new URL('../../../web', import.meta.url))
const HTML_FRESH_MS = 10_000
const HTML_BYTES = 64 * 1024 * 1024
const LONGEST_URL = 1_000

/** Mounts the pages below everything else of `app`. Throws a readable error when the web was never built. */
export async function mountWeb(app: FastifyInstance, { config, mode }: Options) {
  if (mode === 'development') {
    const loadWeb = await serveFromSources(app, webFolder)
    return mountPages(app, { config, loadWeb, assets: new Map(), freshMs: 0, policyOf: () => undefined })
  }
  const entry = join(webFolder, 'build/server/index.js')
  if (!existsSync(entry)) throw new Error('A web ainda não foi construída: rode "npm start" ou "npm run build".')
  const assets = await readAssets(join(webFolder, 'build/client'))
  const web: WebModule = await import(pathToFileURL(entry).href)
  const policyOf = ({ scriptHashes }: HtmlPage) => contentSecurityPolicy({ scriptHashes, tilesUrl: config.tilesUrl })
  return mountPages(app, { config, loadWeb: async () => web, assets, freshMs: HTML_FRESH_MS, policyOf })
}

type Pages = {
  config: Options['config']
  loadWeb: () => Promise<WebModule>
  assets: Map<string, Asset>
  freshMs: number
  /** Undefined lifts the policy: in development styles and reloading come as inline code. */
  policyOf: (page: HtmlPage) => string | undefined
}

function mountPages(app: FastifyInstance, { config, loadWeb, assets, freshMs, policyOf }: Pages) {
  const cache = createHtmlCache({ freshMs, maxBytes: HTML_BYTES })

  async function renderPage(url: string, origin: string, request: FastifyRequest) {
    const nonce = crypto.randomUUID()
    const reportError = (error: unknown) => request.log.error({ err: error, url }, 'page failed')
    const site: Site = { publicUrl: origin, hasOutbox: config.hasOutbox, nonce, reportError }
    const { render } = await loadWeb()
    return sealPage(await render(new Request(origin + url), site, callInProcess(app)), nonce)
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
      const asset = assets.get(path)
      if (asset) return sendAsset(request, reply, asset)
      if (path.startsWith('/assets/') || url.length > LONGEST_URL) return reply.status(404).send('Não encontrado.')
      const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
      try {
        const page = await cache.get(origin + url, () => renderPage(url, origin, request))
        return sendPage(request, reply, page, policyOf(page))
      } catch (error) {
        request.log.error({ err: error, url }, 'page failed')
        return sendFailure(reply, assets.get('/500.html'))
      }
    },
  })
}

/** Answers the calls of a rendering without a network hop. */
function callInProcess(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: init?.body as string | undefined,
      remoteAddress: IN_PROCESS,
    })
    const type = String(answer.headers['content-type'] ?? 'text/plain')
    return new Response(answer.payload || null, { status: answer.statusCode, headers: { 'content-type': type } })
  }
}

function isKnown(request: FastifyRequest, etag: string) {
  return request.headers['if-none-match']?.split(/,\s*/).includes(etag) ?? false
}

function sendBody(request: FastifyRequest, reply: FastifyReply, bodies: Asset['bodies']) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], bodies)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply.headers({ etag: asset.etag, 'cache-control': asset.cacheControl, vary: 'accept-encoding' })
  if (isKnown(request, asset.etag)) return reply.status(304).send()
  return sendBody(request, reply.type(asset.type), asset.bodies)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: HtmlPage, policy: string | undefined) {
  if (policy) reply.header('content-security-policy', policy)
  else reply.removeHeader('content-security-policy')
  const cacheControl = page.status < 400 ? 'public, max-age=0, must-revalidate' : 'no-cache'
  reply.headers({ ...page.headers, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (page.status === 200 && isKnown(request, page.headers.etag ?? '')) return reply.status(304).send()
  return sendBody(request, reply.status(page.status), page.bodies)
}

/** Stands on its own: the page that could not be rendered may be the very reason. */
function sendFailure(reply: FastifyReply, page: Asset | undefined) {
  reply.status(500).headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  })
  return reply.type('text/html; charset=utf-8').send(page?.bodies.identity ?? 'Erro interno do sistema')
}
