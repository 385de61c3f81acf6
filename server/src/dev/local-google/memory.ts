import type { Adapter, AdapterPayload } from 'oidc-provider'
import { Shelf } from '../../lib/shelf.ts'

const DAY_MS = 86_400_000
const MOST_BYTES = 4 * 1024 * 1024
const ENTRY_BYTES = 2048

type Entry = { payload: AdapterPayload; endsAt: number }

/** Where the issuer keeps sessions and codes: in memory, never more than some megabytes, gone with the process. */
export function createMemory() {
  const shelf = new Shelf<Entry>({ lifeMs: DAY_MS, maxBytes: MOST_BYTES, now: Date.now })

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`

    async function find(id: string) {
      const entry = shelf.find(keyOf(id))
      return entry && entry.endsAt > Date.now() ? entry.payload : undefined
    }

    async function upsert(id: string, payload: AdapterPayload, seconds = DAY_MS / 1000) {
      shelf.keep(keyOf(id), { payload, endsAt: Date.now() + seconds * 1000 }, ENTRY_BYTES)
      if (payload.uid) shelf.keep(`uid:${payload.uid}`, { payload: { id }, endsAt: Date.now() + seconds * 1000 }, 256)
    }

    return {
      find,
      upsert,
      async consume(id) {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        shelf.keep(keyOf(id), { payload: {}, endsAt: 0 }, 256)
      },
      async findByUid(uid) {
        const { id } = shelf.find(`uid:${uid}`)?.payload ?? {}
        return typeof id === 'string' ? find(id) : undefined
      },
      findByUserCode: async () => undefined,
      revokeByGrantId: async () => {},
    }
  }
}
