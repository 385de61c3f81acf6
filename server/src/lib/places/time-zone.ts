import lookUp from '@photostructure/tz-lookup'

/**
 * The IANA zone of a coordinate. A state is not a zone: Amazonas and Pernambuco hold two each.
 * The map behind it is coarse (a few kilometres at the borders between zones).
 */
export function zoneOf(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude)
}
