import { createServer, type IncomingMessage } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const clientId = 'na-regua-test'

export type TokenOverrides = {
  key?: CryptoKey | Uint8Array
  alg?: string
  iss?: string
  aud?: string
  expires?: string
}

async function readForm(request: IncomingMessage) {
  let form = ''
  for await (const chunk of request) form += chunk
  return new URLSearchParams(form)
}

/** An OpenID Connect issuer whose tokens and failures a test controls. */
export async function createGoogleDouble() {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const state = {
    returnsInvalidResponses: false,
    /** Access tokens: their audience and the claims of their user. */
    tokens: new Map<string, { aud: string; claims: JWTPayload }>(),
    /** Authorization codes and the ID token that each is exchanged for. */
    codes: new Map<string, string>(),
  }
  const server = createServer(async (request, response) => {
    const respond = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (state.returnsInvalidResponses) return void response.end('<h1>invalid')
    const form = await readForm(request)
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void respond(describe())
      case '/keys':
        return void respond({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256' }] })
      case '/tokeninfo':
        return void respond(describeToken(form.get('access_token')))
      case '/token':
        return void respond(exchange(form.get('code')))
      default:
        respond(claimsOf(request.headers.authorization?.slice('Bearer '.length)))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  const claimsOf = (token = '') => state.tokens.get(token)?.claims ?? {}

  function describeToken(token: string | null) {
    const known = state.tokens.get(token ?? '')
    return known ? { aud: known.aud, sub: known.claims.sub, expires_in: '3000' } : { error: 'invalid' }
  }

  function exchange(code: string | null) {
    const idToken = state.codes.get(code ?? '')
    return idToken ? { access_token: 'x', token_type: 'bearer', id_token: idToken } : {}
  }

  const describe = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
  })

  function sign(claims: JWTPayload, overrides: TokenOverrides = {}) {
    const { key = keys.privateKey, alg = 'RS256', iss = issuer, aud = clientId, expires = '1h' } = overrides
    const token = new SignJWT(claims).setProtectedHeader({ alg, kid: 'a' }).setIssuer(iss).setAudience(aud)
    return token.setIssuedAt().setExpirationTime(expires).sign(key)
  }

  const environment = { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: 'x' }
  return { state, issuer, clientId, keys, environment, sign, close: () => server.close() }
}
