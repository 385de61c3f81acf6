import { createServer, type IncomingMessage } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const clientId = 'na-regua-test'

export type Forgery = { key?: CryptoKey | Uint8Array; alg?: string; iss?: string; aud?: string; expires?: string }

async function readForm(request: IncomingMessage) {
  let form = ''
  for await (const piece of request) form += piece
  return new URLSearchParams(form)
}

/** An issuer that says whatever a test wants, as nobody could make a real one. */
export async function createGoogleDouble() {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const outside = {
    isBroken: false,
    /** Access tokens: to whom they were issued, and whose they are. */
    tokens: new Map<string, { aud: string; claims: JWTPayload }>(),
    /** Codes that a visit comes back with, and the token that is given for them. */
    codes: new Map<string, string>(),
  }
  const server = createServer(async (request, response) => {
    const answer = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (outside.isBroken) return void response.end('<h1>rubbish')
    const form = await readForm(request)
    if (request.url?.endsWith('/openid-configuration')) return void answer(describe())
    if (request.url === '/keys')
      return void answer({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256' }] })
    if (request.url === '/tokeninfo') {
      const known = outside.tokens.get(form.get('access_token') ?? '')
      return void answer(known ? { aud: known.aud, sub: known.claims.sub, expires_in: '3000' } : { error: 'invalid' })
    }
    if (request.url === '/token') {
      const idToken = outside.codes.get(form.get('code') ?? '')
      if (idToken) return void answer({ access_token: 'x', token_type: 'bearer', id_token: idToken })
    }
    answer(outside.tokens.get(request.headers.authorization?.slice(7) ?? '')?.claims ?? {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  const describe = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
  })

  function sign(claims: JWTPayload, forgery: Forgery = {}) {
    const { key = keys.privateKey, alg = 'RS256', iss = issuer, aud = clientId, expires = '1h' } = forgery
    const token = new SignJWT(claims).setProtectedHeader({ alg, kid: 'a' }).setIssuer(iss).setAudience(aud)
    return token.setIssuedAt().setExpirationTime(expires).sign(key)
  }

  const environment = { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: 'x' }
  return { outside, issuer, clientId, keys, environment, sign, close: () => server.close() }
}
