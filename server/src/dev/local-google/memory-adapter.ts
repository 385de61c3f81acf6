import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'

const DAY_SECONDS = 86_400
const MAX_ENTRIES = 2000

/** Stores the sessions and codes of the issuer in the memory of the process, bounded in number. */
export function createMemoryAdapter() {
  const payloads = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES, ttl: DAY_SECONDS * 1000 })
  const idsByUid = new LRUCache<string, string>({ max: MAX_ENTRIES, ttl: DAY_SECONDS * 1000 })

  return (model: string): Adapter => {
    const toKey = (id: string) => `${model}:${id}`
    const find = async (id: string) => payloads.get(toKey(id))

    return {
      find,
      async upsert(id, payload, seconds = DAY_SECONDS) {
        payloads.set(toKey(id), payload, { ttl: seconds * 1000 })
        if (payload.uid) idsByUid.set(payload.uid, id, { ttl: seconds * 1000 })
      },
      async consume(id) {
        const payload = payloads.get(toKey(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        payloads.delete(toKey(id))
      },
      async findByUid(uid) {
        const id = idsByUid.get(uid)
        return id === undefined ? undefined : find(id)
      },
      findByUserCode: async () => undefined,
      revokeByGrantId: async () => {},
    }
  }
}
