import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Config, GoogleConfig } from '../../lib/config.ts'
import type { App } from '../../lib/http.ts'
import { createInProcessFetch } from '../../lib/web/pages.ts'
import { accountPage, failurePage, pageHeaders } from './account-page.ts'
import { createAccounts, readAccount } from './demo-accounts.ts'

const MOUNT = '/dev/google'

type Options = { google: GoogleConfig; config: Pick<Config, 'trustProxy'> }

/**
 * Plays Google in the demo, at the demo's own address: a real issuer, but one that believes everybody. Answers how to
 * reach it without the network. It is loaded when the first person comes.
 */
export async function mountLocalGoogle(app: App, { google, config }: Options): Promise<typeof fetch> {
  const people = createAccounts()
  let issuer: Promise<Provider> | undefined
  const getIssuer = () => {
    issuer ??= import('./issuer.ts').then(({ createIssuer }) =>
      createIssuer({ config: google, people, isProxied: config.trustProxy !== false }),
    )
    return issuer
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    reply.hijack()
    const provider = await getIssuer()
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === `${MOUNT}/tokeninfo`) return tellToken(provider, request.raw, reply.raw)
    if (pathname.startsWith(`${MOUNT}/pessoa/`))
      return askPerson(provider, people, searchParams, request.raw, reply.raw)
    return hand(provider, request.raw, reply.raw)
  }

  await app.register(async (scope) => {
    // The issuer reads its forms itself.
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
  const reach = createInProcessFetch(app)
  return (url, init) => reach(url, { ...init, body: init?.body?.toString() })
}

/** The issuer finds out where it stands from what the address was before. */
function hand(provider: Provider, request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) {
  request.originalUrl = request.url
  request.url = request.url?.slice(MOUNT.length)
  return provider.callback()(request, response)
}

const FORM_BYTES = 10_000

/** Google's own call, beside the standard: for whom an access token was issued. */
async function tellToken(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  let form = ''
  for await (const piece of request) form = `${form}${piece}`.slice(0, FORM_BYTES)
  const token = await provider.AccessToken.find(new URLSearchParams(form).get('access_token') ?? '')
  const told = token
    ? { aud: token.clientId, sub: token.accountId, expires_in: token.remainingTTL }
    : { error: 'invalid_token' }
  response.writeHead(token ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(told))
}

async function askPerson(
  provider: Provider,
  people: ReturnType<typeof createAccounts>,
  words: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const person = readAccount(words)
  const isLeaving = words.has('cancel')
  try {
    await provider.interactionDetails(request, response)
    if (!person && !isLeaving) return void response.writeHead(200, pageHeaders).end(accountPage)
    const result = person ? { login: { accountId: people.add(person), remember: false } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  } catch {
    response.writeHead(400, pageHeaders).end(failurePage)
  }
}
