export type SeedNeighborhood = {
  name: string
  latitude: number
  longitude: number
  /** First five digits of its postal codes. */
  zip: string
  /** 0 modest, 1 middle, 2 expensive: affects the class of shops. */
  wealth: 0 | 1 | 2
  streets: readonly string[]
}

export type SeedCity = {
  name: string
  state: string
  timeZone: string
  areaCode: string
  shops: number
  /** Prices relative to those of Goiânia. */
  priceFactor: number
  neighborhoods: readonly SeedNeighborhood[]
}

export function neighborhood(
  name: string,
  [latitude, longitude]: readonly [number, number],
  zip: string,
  wealth: SeedNeighborhood['wealth'],
  streets: string,
): SeedNeighborhood {
  return { name, latitude, longitude, zip, wealth, streets: streets.split(', ') }
}
