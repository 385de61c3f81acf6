import { ApiError } from '@na-regua/contract/errors'
import type { ZipAddress } from '@na-regua/contract/places'
import { Type } from 'typebox'
import { fetchOutside } from '../fetch-outside.ts'
import { recognizer } from '../schemas.ts'

const Line = Type.String({ maxLength: 200 })
const isFound = recognizer(
  Type.Object({
    logradouro: Line,
    bairro: Line,
    localidade: Type.String({ minLength: 1, maxLength: 120 }),
    uf: Type.String({ pattern: '^[A-Z]{2}$' }),
  }),
)
/** The service has sent both. */
const isUnknown = recognizer(Type.Object({ erro: Type.Union([Type.Literal(true), Type.Literal('true')]) }))

export type FindZipAddress = (zip: string) => Promise<ZipAddress>

const TIMEOUT_MS = 3000

/** A ViaCEP at `url`. Throws ZIP_CODE_NOT_FOUND, and ZIP_CODE_UNAVAILABLE when there is no valid response within 3 s. */
export function createViaCep(url: string): FindZipAddress {
  return async function findZipAddress(zip) {
    const body = await request(`${url}/ws/${zip}/json/`)
    if (isUnknown(body)) throw new ApiError('ZIP_CODE_NOT_FOUND')
    if (!isFound(body)) throw new ApiError('ZIP_CODE_UNAVAILABLE')
    return { street: body.logradouro, neighborhood: body.bairro, city: body.localidade, state: body.uf }
  }
}

async function request(address: string): Promise<unknown> {
  try {
    const response = await fetchOutside(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
