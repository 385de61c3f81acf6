import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Config, GoogleConfig } from '../../lib/config.ts'
import type { App } from '../../lib/http.ts'
import { createInProcessFetch } from '../../lib/web/pages.ts'
import { accountPage, failurePage, pageHeaders } from './account-page.ts'
import { createAccounts, readAccount } from './demo-accounts.ts'

const MOUNT = '/dev/google'

type LocalGoogleOptions = { google: GoogleConfig; config: Pick<Config, 'trustProxy'> }

/**
 * Replaces Google in the demo, on the demo's own origin: a real issuer, but without passwords. Returns a fetch that reaches it
 * in-process. The issuer is loaded on first use.
 */
export async function mountLocalGoogle(app: App, { google, config }: LocalGoogleOptions): Promise<typeof fetch> {
  const accounts = createAccounts()
  let issuer: Promise<Provider> | undefined
  const getIssuer = () => {
    issuer ??= import('./issuer.ts').then(({ createIssuer }) =>
      createIssuer({ config: google, accounts, isProxied: config.trustProxy !== false }),
    )
    return issuer
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    reply.hijack()
    // Fastify sends the headers of its own responses only.
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '')
    const provider = await getIssuer()
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === `${MOUNT}/tokeninfo`) return sendTokenInfo(provider, request.raw, reply.raw)
    if (pathname.startsWith(`${MOUNT}/pessoa/`))
      return chooseAccount(provider, accounts, searchParams, request.raw, reply.raw)
    return forward(provider, request.raw, reply.raw)
  }

  await app.register(async (scope) => {
    // The issuer parses its forms itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: `${MOUNT}/*`,
      access: 'public',
      schema: { hide: true },
      config: { acceptsAnyContentType: true },
      handler: handle,
    })
  })
  const fetchInProcess = createInProcessFetch(app)
  return (url, init) => fetchInProcess(url, { ...init, body: init?.body?.toString() })
}

/** The issuer derives its mount path from `originalUrl`. */
function forward(provider: Provider, request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) {
  request.originalUrl = request.url
  request.url = request.url?.slice(MOUNT.length)
  return provider.callback()(request, response)
}

const FORM_BYTES = 10_000

/** Google's proprietary endpoint for the client of an access token. */
async function sendTokenInfo(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  let form = ''
  for await (const chunk of request) form = `${form}${chunk}`.slice(0, FORM_BYTES)
  const token = await provider.AccessToken.find(new URLSearchParams(form).get('access_token') ?? '')
  const info = token
    ? { aud: token.clientId, sub: token.accountId, expires_in: token.remainingTTL }
    : { error: 'invalid_token' }
  response.writeHead(token ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(info))
}

async function chooseAccount(
  provider: Provider,
  accounts: ReturnType<typeof createAccounts>,
  params: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const account = readAccount(params)
  const isCancelled = params.has('cancel')
  try {
    await provider.interactionDetails(request, response)
    if (!account && !isCancelled) return void response.writeHead(200, pageHeaders).end(accountPage)
    const result = account
      ? { login: { accountId: accounts.add(account), remember: false } }
      : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  } catch {
    response.writeHead(400, pageHeaders).end(failurePage)
  }
}
