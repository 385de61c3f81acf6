export type Neighborhood = {
  name: string
  latitude: number
  longitude: number
  /** First five digits of its postal codes. */
  zip: string
  /** 0 modest, 1 middle, 2 expensive: moves prices and the kind of shops. */
  wealth: 0 | 1 | 2
  streets: readonly string[]
}

export type City = {
  name: string
  state: string
  timeZone: string
  areaCode: string
  shops: number
  /** Prices against those of Goiânia. */
  priceFactor: number
  neighborhoods: readonly Neighborhood[]
}

export function neighborhood(
  name: string,
  [latitude, longitude]: readonly [number, number],
  zip: string,
  wealth: Neighborhood['wealth'],
  streets: string,
): Neighborhood {
  return { name, latitude, longitude, zip, wealth, streets: streets.split(', ') }
}
