/** What the hash of a link names that works without a login. */
export type SignedLink = { id: string; token: string }

/** Undefined for a hash that is cut off. */
export function parseSignedLink(hash: string): SignedLink | undefined {
  const [, id, token] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(hash) ?? []
  return id && token ? { id, token } : undefined
}
