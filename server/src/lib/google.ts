import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { Email } from '@na-regua/contract/fields'
import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import type { GoogleConfig } from './config.ts'
import { fetchOutside } from './fetch-outside.ts'
import { recognizer } from './schemas.ts'

/** Whom the issuer says somebody is. `issuer` and `subject` are the key; the rest may change or be wrong. */
export type GoogleIdentity = { issuer: string; subject: string; email: string; isEmailVerified: boolean; name: string }

/** What belongs to one way to the issuer and back, and to no other. */
export type SignInChecks = { state: string; nonce: string; verifier: string }

export type Google = {
  /** Where the browser goes. */
  startSignIn(checks: SignInChecks, returnUrl: string): Promise<URL>
  /** Whom the browser that came back to `url` belongs to. */
  finishSignIn(checks: SignInChecks, url: URL): Promise<GoogleIdentity>
  readCredential(idToken: string): Promise<GoogleIdentity>
  readAccessToken(accessToken: string): Promise<GoogleIdentity>
}

type Claims = { sub?: unknown; email?: unknown; email_verified?: unknown; name?: unknown }

// The whole call ends after five seconds; one answer of several must leave time to the others.
const ANSWER_SECONDS = 3

/**
 * Google, or whoever speaks OpenID Connect like it. What it cannot prove is GOOGLE_FAILED, silence is GOOGLE_UNAVAILABLE:
 * nothing that it says or does becomes a failure of ours. Both libraries are loaded when the first person comes.
 */
export function createGoogle(config: GoogleConfig, reach: typeof fetch = fetchOutside): Google {
  const discover = remember(() => discoverIssuer(config, reach))
  const getKeys = remember(async () => fetchKeys((await discover()).serverMetadata().jwks_uri, reach))
  const getIssuer = () => orThrow('GOOGLE_UNAVAILABLE', discover)

  return {
    async startSignIn(checks, returnUrl) {
      const url = await addressOfVisit(await getIssuer(), checks, returnUrl)
      // Our own issuer stands wherever the browser reached us.
      return config.isLocal ? new URL(url.pathname + url.search, returnUrl) : url
    },

    async finishSignIn({ state, nonce, verifier }, url) {
      const { authorizationCodeGrant } = await import('openid-client')
      const issuer = await getIssuer()
      const tokens = await orThrow('GOOGLE_FAILED', () =>
        authorizationCodeGrant(issuer, url, { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }),
      )
      return toPerson(config, tokens.claims() ?? {})
    },

    async readCredential(idToken) {
      const keys = await orThrow('GOOGLE_UNAVAILABLE', getKeys)
      return toPerson(config, await orThrow('GOOGLE_FAILED', () => readClaims(config, idToken, keys)))
    },

    async readAccessToken(accessToken) {
      const { fetchUserInfo } = await import('openid-client')
      const issuer = await getIssuer()
      const subject = await findSubject(config, reach, accessToken)
      return toPerson(config, await orThrow('GOOGLE_FAILED', () => fetchUserInfo(issuer, accessToken, subject)))
    },
  }
}

async function addressOfVisit(issuer: Configuration, { state, nonce, verifier }: SignInChecks, returnUrl: string) {
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
    // Google itself leaves the scheme out now and then.
    issuer: [issuer, issuer.replace('https://accounts.google.com', 'accounts.google.com')],
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp'],
  })
  return payload
}

async function discoverIssuer({ issuer, clientId, clientSecret }: GoogleConfig, reach: typeof fetch) {
  const library = await import('openid-client')
  const { allowInsecureRequests, customFetch, enableNonRepudiationChecks, discovery } = library
  const isLocal = issuer.startsWith('http:')
  const execute: ((configuration: Configuration) => void)[] = [enableNonRepudiationChecks]
  if (isLocal) execute.push(allowInsecureRequests)
  return discovery(new URL(issuer), clientId, clientSecret, library.ClientSecretPost(clientSecret), {
    execute,
    timeout: ANSWER_SECONDS,
    [customFetch]: (url: string, init: unknown) => reach(url, init as RequestInit),
  })
}

async function fetchKeys(url: string | undefined, reach: typeof fetch): Promise<JWTVerifyGetKey> {
  if (!url) throw new Error('the issuer publishes no keys')
  const { createRemoteJWKSet, customFetch } = await import('jose')
  const timeoutDuration = ANSWER_SECONDS * 1000
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration,
    [customFetch]: (address: string, init: RequestInit) => reach(address, init),
  })
}

/**
 * Whose access token it is, when it was issued to us: one that another application got must open nothing here.
 * Source: https://developers.google.com/identity/protocols/oauth2/openid-connect, "tokeninfo".
 */
async function findSubject(config: GoogleConfig, reach: typeof fetch, accessToken: string): Promise<string> {
  const answer = await orThrow('GOOGLE_UNAVAILABLE', () =>
    reach(config.tokenInfoUrl, {
      method: 'POST',
      body: new URLSearchParams({ access_token: accessToken }),
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1000),
    }),
  )
  const told = await orThrow('GOOGLE_FAILED', async () => Object(await answer.json()))
  const isOurs = answer.ok && told.aud === config.clientId && Number(told.expires_in) > 0
  if (!isOurs || typeof told.sub !== 'string') throw new ApiError('GOOGLE_FAILED')
  return told.sub
}

const isEmail = recognizer(Email)

/** Google writes truth as a word now and then. Whoever has no usable address or subject is nobody. */
function toPerson({ issuer }: GoogleConfig, { sub, email, email_verified, name }: Claims): GoogleIdentity {
  const isPerson = typeof sub === 'string' && /^[\x21-\x7e]{1,255}$/.test(sub) && isEmail(email)
  if (!isPerson) throw new ApiError('GOOGLE_FAILED')
  const isEmailVerified = email_verified === true || email_verified === 'true'
  const words = typeof name === 'string' ? name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ') : ''
  return { issuer, subject: sub, email, isEmailVerified, name: words }
}

/** Asked again after a failure, never after a success. */
function remember<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask().catch((error) => {
      answer = undefined
      throw error
    })
    return answer
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
