import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { fetchOutside } from '../fetch-outside.ts'
import { recognizer } from '../schemas.ts'
import type { Position } from '../sphere.ts'

const Text = Type.Optional(Type.String())
const Answer = Type.Object({
  address: Type.Object({
    city: Text,
    town: Text,
    municipality: Text,
    village: Text,
    suburb: Text,
    neighbourhood: Text,
    country: Text,
    'ISO3166-2-lvl4': Text,
  }),
})
const isAnswer = recognizer(Answer)

export type GeocoderResult = { neighborhood: string | undefined; city: string; state: string }
export type Geocoder = { find(position: Position): Promise<GeocoderResult | undefined> }

const TIMEOUT_MS = 3000
/** The public Nominatim's usage policy: one request a second from a whole application. */
const INTERVAL_MS = 1000
/** After a failure nobody waits for the same silence again for a while. */
const REST_MS = 30_000

/**
 * A Nominatim at `url`. Never throws and never queues: undefined when it is not this second's turn, failed, silent for 3 s, or
 * the place is not in a Brazilian town.
 */
export function createGeocoder({ url, clock }: { url: string; clock: Clock }): Geocoder {
  let nextTurn = 0
  return {
    async find(position) {
      const now = clock.now().getTime()
      if (now < nextTurn) return undefined
      nextTurn = now + INTERVAL_MS
      try {
        return toAddress(await ask(url, position))
      } catch {
        nextTurn = clock.now().getTime() + REST_MS
        return undefined
      }
    },
  }
}

async function ask(base: string, { latitude, longitude }: Position): Promise<Static<typeof Answer>['address']> {
  const query = `format=jsonv2&zoom=16&addressdetails=1&accept-language=pt-BR&lat=${latitude}&lon=${longitude}`
  const response = await fetchOutside(`${base.replace(/\/$/, '')}/reverse?${query}`, {
    headers: { 'user-agent': 'na-regua' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = await response.json()
  if (!response.ok || !isAnswer(body)) throw new Error(`The geocoder answered ${response.status}`)
  return body.address
}

function toAddress(address: Static<typeof Answer>['address']): GeocoderResult | undefined {
  const city = address.city ?? address.town ?? address.municipality ?? address.village
  const state = /^BR-([A-Z]{2})$/.exec(address['ISO3166-2-lvl4'] ?? '')?.[1]
  if (!city || !state) return undefined
  return { neighborhood: address.suburb ?? address.neighbourhood, city, state }
}
