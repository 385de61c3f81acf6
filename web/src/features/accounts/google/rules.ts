import { createStoredValue } from '../../../lib/use-stored-value.ts'

/** What this tab stores during the redirect to Google: the client's half of the proof, and the page to return to. */
type GoogleSignIn = { secret: string; from: string }

/** Taken once: a second return with the same address has nothing to prove. */
export const storedSignIn = createStoredValue<GoogleSignIn>({
  key: 'googleVisit',
  storage: 'session',
  parse: JSON.parse,
})

type GoogleResult = { kind: 'nothing' } | { kind: 'cancelled' } | { kind: 'failed' } | { kind: 'code'; code: string }

/** What the server wrote into the hash of the login page when it redirected back from Google. */
export function readGoogleResult(hash: string): GoogleResult {
  const value = new URLSearchParams(hash.slice(1)).get('google')
  if (value === null) return { kind: 'nothing' }
  if (value === 'cancelado') return { kind: 'cancelled' }
  return /^[\w-]{43}$/.test(value) ? { kind: 'code', code: value } : { kind: 'failed' }
}
