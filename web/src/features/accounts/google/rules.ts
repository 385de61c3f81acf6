const KEY = 'googleVisit'

/** What the browser keeps while the person is at Google: the other half of the proof, and the page that was wanted. */
export type Visit = { secret: string; from: string }

export function keepVisit(visit: Visit) {
  sessionStorage.setItem(KEY, JSON.stringify(visit))
}

/** Once: who comes back a second time with the same address has nothing to show. */
export function takeVisit(): Visit | undefined {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return kept ? (JSON.parse(kept) as Visit) : undefined
  } catch {
    // Blocked storage, or what another program wrote: nobody left from here.
    return undefined
  }
}

export type Told = { kind: 'nothing' } | { kind: 'cancelled' } | { kind: 'failed' } | { kind: 'code'; code: string }

/** What the way back wrote behind the # of the login page. */
export function readTold(hash: string): Told {
  const told = new URLSearchParams(hash.slice(1)).get('google')
  if (told === null) return { kind: 'nothing' }
  if (told === 'cancelado') return { kind: 'cancelled' }
  return /^[\w-]{43}$/.test(told) ? { kind: 'code', code: told } : { kind: 'failed' }
}
