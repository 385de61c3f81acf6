import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { fetchOutside } from '../fetch-outside.ts'
import { recognizer } from '../schemas.ts'
import type { Position } from '../sphere.ts'

const Text = Type.Optional(Type.String())
const ReverseResult = Type.Object({
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
const isReverseResult = recognizer(ReverseResult)

type GeocoderResult = { neighborhood: string | undefined; city: string; state: string }
export type Geocoder = { find(position: Position): Promise<GeocoderResult | undefined> }

const TIMEOUT_MS = 3000
/** Usage policy of the public Nominatim: one request per second for the whole application. */
const INTERVAL_MS = 1000
/** After a failure, requests are skipped for a while instead of waiting for another timeout. */
const PAUSE_MS = 30_000

/**
 * A Nominatim at `url`. Never throws and never queues: undefined when the rate limit is reached, on failure or timeout, or when
 * the position is not in a Brazilian city.
 */
export function createGeocoder({ url, clock }: { url: string; clock: Clock }): Geocoder {
  let nextRequestAt = 0
  return {
    async find(position) {
      const now = clock.now().getTime()
      if (now < nextRequestAt) return undefined
      nextRequestAt = now + INTERVAL_MS
      try {
        return toAddress(await request(url, position))
      } catch {
        nextRequestAt = clock.now().getTime() + PAUSE_MS
        return undefined
      }
    },
  }
}

async function request(
  baseUrl: string,
  { latitude, longitude }: Position,
): Promise<Static<typeof ReverseResult>['address']> {
  const query = `format=jsonv2&zoom=16&addressdetails=1&accept-language=pt-BR&lat=${latitude}&lon=${longitude}`
  const response = await fetchOutside(`${baseUrl.replace(/\/$/, '')}/reverse?${query}`, {
    headers: { 'user-agent': 'na-regua' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = await response.json()
  if (!response.ok || !isReverseResult(body)) throw new Error(`the geocoder responded with ${response.status}`)
  return body.address
}

function toAddress(address: Static<typeof ReverseResult>['address']): GeocoderResult | undefined {
  const city = address.city ?? address.town ?? address.municipality ?? address.village
  const state = /^BR-([A-Z]{2})$/.exec(address['ISO3166-2-lvl4'] ?? '')?.[1]
  if (!city || !state) return undefined
  return { neighborhood: address.suburb ?? address.neighbourhood, city, state }
}
