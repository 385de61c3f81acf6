/** Points on a sphere of the Earth's mean radius (IUGG, 6371.0088 km), as the column barbershops.position holds them. Kilometres. */
const RADIUS_KM = 6371.0088
const RADIANS = Math.PI / 180

/** No two points are farther apart. */
export const HALF_EARTH_KM = Math.PI * RADIUS_KM

export type Position = { latitude: number; longitude: number }
export type Point = readonly [x: number, y: number, z: number]

export function toPoint({ latitude, longitude }: Position): Point {
  const φ = latitude * RADIANS
  const λ = longitude * RADIANS
  return [RADIUS_KM * Math.cos(φ) * Math.cos(λ), RADIUS_KM * Math.cos(φ) * Math.sin(λ), RADIUS_KM * Math.sin(φ)]
}

/** The straight line through the Earth. It orders as the way along the surface does, and costs a root instead of an arcsine. */
export function chordBetween(a: Point, b: Point): number {
  const dx = a[0] - b[0]
  const dy = a[1] - b[1]
  const dz = a[2] - b[2]
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

export function toChord(arcKm: number): number {
  return 2 * RADIUS_KM * Math.sin(arcKm / (2 * RADIUS_KM))
}

/** The way along the surface. */
export function toArc(chordKm: number): number {
  return 2 * RADIUS_KM * Math.asin(Math.min(1, chordKm / (2 * RADIUS_KM)))
}

export function distanceKm(a: Position, b: Position): number {
  return toArc(chordBetween(toPoint(a), toPoint(b)))
}
