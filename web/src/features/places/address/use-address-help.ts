import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '../../../lib/address.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { placeNameQuery } from '../queries.ts'
import { roundPlace } from '../rules.ts'
import { zipCodeQuery } from './queries.ts'
import { fillFromPlace, fillFromZip, toPoint } from './rules.ts'

type Change = (change: (current: Address) => Partial<Address>) => void
type ZipState = { isBusy: boolean; words?: string }

/** Asks what a CEP and a point of the map are called. Where nobody answers, everything can be typed. */
export function useAddressHelp(change: Change) {
  const client = useQueryClient()
  const [zip, setZip] = useState<ZipState>({ isBusy: false })

  async function lookUp(digits: string) {
    change(() => ({ zipCode: digits }))
    if (digits.length !== 8) return setZip({ isBusy: false })
    setZip({ isBusy: true })
    try {
      const found = await client.fetchQuery(zipCodeQuery(digits))
      // Another CEP may have been typed meanwhile.
      change((current) => (current.zipCode === digits ? fillFromZip(current, found) : {}))
      setZip({ isBusy: false })
    } catch (error) {
      setZip({ isBusy: false, words: `${errorText(error, 'CEP não encontrado.')} Preencha o endereço à mão.` })
    }
  }

  async function pick(picked: Coordinates) {
    const point = toPoint(picked)
    change(() => point)
    const place = await client.fetchQuery(placeNameQuery(roundPlace(point))).catch(() => undefined)
    if (place) change((current) => fillFromPlace(current, place))
  }

  return { zip, lookUp, pick }
}
