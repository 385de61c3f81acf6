import lookUp from '@photostructure/tz-lookup'

/**
 * The IANA zone of a coordinate. The state is not enough: Amazonas and Pernambuco have two zones
 * each. The underlying map is off by a few kilometres at borders between zones.
 */
export function zoneOf(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude)
}
