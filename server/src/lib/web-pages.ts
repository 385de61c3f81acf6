import { ApiError } from '@na-regua/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { createHtmlCache } from './html-cache.ts'
import { addPageNonces, type HtmlPage } from './html-page.ts'
import type { App } from './http.ts'
import { injectInProcess } from './in-process.ts'
import { type Asset, chooseEncoding } from './web-assets.ts'

/** What web/src/app/serve.ts exports, from its build or from its sources. */
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
const LONGEST_URL = 1_000

type Pages = {
  config: Pick<Config, 'publicUrl' | 'hasOutbox' | 'google' | 'tilesUrl'>
  loadWeb: () => Promise<WebModule>
  assets: Map<string, Asset>
  freshMs: number
  /** Undefined lifts the policy: in development styles and reloading come as inline code. */
  policyOf: (page: HtmlPage) => string | undefined
}

/** One route below all others: a built file, or a rendered page. */
export function mountPages(app: App, { config, loadWeb, assets, freshMs, policyOf }: Pages) {
  const cache = createHtmlCache({ freshMs, maxBytes: HTML_BYTES, watch: app.watchBarbershops })

  async function renderPage(url: string, origin: string, request: FastifyRequest) {
    const nonce = crypto.randomUUID()
    const reportError = (error: unknown) => request.log.error({ err: error, url }, 'page failed')
    const { hasOutbox, tilesUrl } = config
    const hasGoogle = config.google !== undefined
    const site: Site = { publicUrl: origin, hasOutbox, hasGoogle, tilesUrl, nonce, reportError }
    const { render } = await loadWeb()
    return addPageNonces(await render(new Request(origin + url), site, injectInProcess(app)), nonce)
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
  // The hosts of public map tiles turn requests without an origin away.
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
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
