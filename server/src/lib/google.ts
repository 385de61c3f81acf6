import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { Email } from '@na-regua/contract/fields'
import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import type { GoogleConfig } from './config.ts'
import { fetchOutside } from './fetch-outside.ts'
import { recognizer } from './schemas.ts'

/** `issuer` and `subject` are the key; the rest may change or be wrong. */
export type GoogleIdentity = { issuer: string; subject: string; email: string; isEmailVerified: boolean; name: string }

/** Bound to one sign-in flow. */
type SignInChecks = { state: string; nonce: string; verifier: string }

export type Google = {
  /** The URL to redirect the browser to. */
  startSignIn(checks: SignInChecks, returnUrl: string): Promise<URL>
  /** Verifies the redirect back to `url`. */
  finishSignIn(checks: SignInChecks, url: URL): Promise<GoogleIdentity>
  readCredential(idToken: string): Promise<GoogleIdentity>
  readAccessToken(accessToken: string): Promise<GoogleIdentity>
}

type Claims = { sub?: unknown; email?: unknown; email_verified?: unknown; name?: unknown }

// A request of ours times out after five seconds and may need several of the issuer's.
const TIMEOUT_SECONDS = 3

/**
 * Google or another OpenID Connect issuer. Failed verification is GOOGLE_FAILED, no response is GOOGLE_UNAVAILABLE; nothing that the
 * issuer sends becomes a 500. Both libraries are loaded on first use.
 */
export function createGoogle(config: GoogleConfig, fetchIssuer: typeof fetch = fetchOutside): Google {
  const discover = loadOnce(() => discoverIssuer(config, fetchIssuer))
  const getKeys = loadOnce(async () => fetchKeys((await discover()).serverMetadata().jwks_uri, fetchIssuer))
  const getIssuer = () => orThrow('GOOGLE_UNAVAILABLE', discover)

  return {
    async startSignIn(checks, returnUrl) {
      const url = await buildSignInUrl(await getIssuer(), checks, returnUrl)
      // The local issuer has the same origin as the app.
      return config.isLocal ? new URL(url.pathname + url.search, returnUrl) : url
    },

    async finishSignIn({ state, nonce, verifier }, url) {
      const { authorizationCodeGrant } = await import('openid-client')
      const issuer = await getIssuer()
      const tokens = await orThrow('GOOGLE_FAILED', () =>
        authorizationCodeGrant(issuer, url, { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }),
      )
      return toIdentity(config, tokens.claims() ?? {})
    },

    async readCredential(idToken) {
      const keys = await orThrow('GOOGLE_UNAVAILABLE', getKeys)
      return toIdentity(config, await orThrow('GOOGLE_FAILED', () => readClaims(config, idToken, keys)))
    },

    async readAccessToken(accessToken) {
      const { fetchUserInfo } = await import('openid-client')
      const issuer = await getIssuer()
      const subject = await findSubject(config, fetchIssuer, accessToken)
      return toIdentity(config, await orThrow('GOOGLE_FAILED', () => fetchUserInfo(issuer, accessToken, subject)))
    },
  }
}

async function buildSignInUrl(issuer: Configuration, { state, nonce, verifier }: SignInChecks, returnUrl: string) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  return buildAuthorizationUrl(issuer, {
    redirect_uri: returnUrl,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
}

async function readClaims({ issuer, clientId }: GoogleConfig, idToken: string, keys: JWTVerifyGetKey) {
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(idToken, keys, {
    // Google itself sometimes omits the scheme.
    issuer: [issuer, issuer.replace('https://accounts.google.com', 'accounts.google.com')],
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp'],
  })
  return payload
}

async function discoverIssuer({ issuer, clientId, clientSecret }: GoogleConfig, fetchIssuer: typeof fetch) {
  const library = await import('openid-client')
  const { allowInsecureRequests, customFetch, enableNonRepudiationChecks, discovery } = library
  const isLocal = issuer.startsWith('http:')
  const execute: ((configuration: Configuration) => void)[] = [enableNonRepudiationChecks]
  if (isLocal) execute.push(allowInsecureRequests)
  return discovery(new URL(issuer), clientId, clientSecret, library.ClientSecretPost(clientSecret), {
    execute,
    timeout: TIMEOUT_SECONDS,
    [customFetch]: (url: string, init: unknown) => fetchIssuer(url, init as RequestInit),
  })
}

async function fetchKeys(url: string | undefined, fetchIssuer: typeof fetch): Promise<JWTVerifyGetKey> {
  if (!url) throw new Error('the issuer publishes no keys')
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const timeoutDuration = TIMEOUT_SECONDS * 1000
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration,
    [customFetch]: (address: string, init: RequestInit) => fetchIssuer(address, init),
  })
}

/**
 * The subject of an access token that was issued to us: a token of another application must not log anyone in here.
 * Source: https://developers.google.com/identity/protocols/oauth2/openid-connect, "tokeninfo".
 */
async function findSubject(config: GoogleConfig, fetchIssuer: typeof fetch, accessToken: string): Promise<string> {
  const response = await orThrow('GOOGLE_UNAVAILABLE', () =>
    fetchIssuer(config.tokenInfoUrl, {
      method: 'POST',
      body: new URLSearchParams({ access_token: accessToken }),
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    }),
  )
  const token = await orThrow('GOOGLE_FAILED', async () => Object(await response.json()))
  const isOurs = response.ok && token.aud === config.clientId && Number(token.expires_in) > 0
  if (!isOurs || typeof token.sub !== 'string') throw new ApiError('GOOGLE_FAILED')
  return token.sub
}

const isEmail = recognizer(Email)

/** Google sometimes sends booleans as strings. Without a valid email or subject the identity is refused. */
function toIdentity({ issuer }: GoogleConfig, { sub, email, email_verified, name }: Claims): GoogleIdentity {
  const isValid = typeof sub === 'string' && /^[\x21-\x7e]{1,255}$/.test(sub) && isEmail(email)
  if (!isValid) throw new ApiError('GOOGLE_FAILED')
  const isEmailVerified = email_verified === true || email_verified === 'true'
  const cleanName = typeof name === 'string' ? name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ') : ''
  return { issuer, subject: sub, email, isEmailVerified, name: cleanName }
}

/** Repeats a failed load, never a successful one. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

async function orThrow<T>(code: ErrorCode, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(code)
  }
}
