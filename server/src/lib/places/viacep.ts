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
/** It has said it both ways. */
const isUnknown = recognizer(Type.Object({ erro: Type.Union([Type.Literal(true), Type.Literal('true')]) }))

export type FindZipAddress = (zip: string) => Promise<ZipAddress>

const TIMEOUT_MS = 3000

/** A ViaCEP at `url`. Throws ZIP_CODE_NOT_FOUND, and ZIP_CODE_UNAVAILABLE when it is away, silent for 3 s or talks rubbish. */
export function createViaCep(url: string): FindZipAddress {
  return async function findZipAddress(zip) {
    const said = await ask(`${url}/ws/${zip}/json/`)
    if (isUnknown(said)) throw new ApiError('ZIP_CODE_NOT_FOUND')
    if (!isFound(said)) throw new ApiError('ZIP_CODE_UNAVAILABLE')
    return { street: said.logradouro, neighborhood: said.bairro, city: said.localidade, state: said.uf }
  }
}

async function ask(address: string): Promise<unknown> {
  try {
    const response = await fetchOutside(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
