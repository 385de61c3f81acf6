import { useSearchParams } from 'react-router'
import { DEFAULT_PLACE, readPlace } from './rules.ts'
import { useRememberedPlace } from './use-remembered-place.ts'

/** The place that distances are told from: the address's, else the remembered one, else the default. */
export function usePlaceInUse() {
  const [address] = useSearchParams()
  const remembered = useRememberedPlace()
  const shared = readPlace(address)
  const { latitude, longitude } = shared ?? remembered ?? DEFAULT_PLACE
  return { coordinates: { latitude, longitude }, shared, remembered, isDefault: !shared && !remembered }
}
