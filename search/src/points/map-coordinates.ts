/**
 * Integer coordinates on the square map of the world (Web Mercator): 2^31 units wide, about two centimetres at the equator, x to the
 * east and y to the south. Cells of a grid are shifts of them, and sums of a million of them are exact in a double.
 */
const MAP_UNITS = 2 ** 31
/** The sine of the latitude at which the map ends, 85.05°. */
const MAX_SINE = Math.tanh(Math.PI)
const RADIANS = Math.PI / 180

/** A rectangle of the map, inclusive. */
export type MapBounds = { minX: number; minY: number; maxX: number; maxY: number }

/** A rectangle of the map in degrees. One across the date line contains nothing. */
export type MapBox = { north: number; south: number; east: number; west: number }

/** The coordinates of a point on a sphere of any radius. */
export function toMapPoint([x, y, z]: readonly [number, number, number]): readonly [x: number, y: number] {
  return [toMapX(Math.atan2(y, x)), toMapY(z / (Math.sqrt(x * x + y * y + z * z) || 1))]
}

/** The same of degrees. */
export function toMapPosition({ latitude, longitude }: { latitude: number; longitude: number }) {
  return [toMapX(longitude * RADIANS), toMapY(Math.sin(latitude * RADIANS))] as const
}

export function toMapBounds({ north, south, east, west }: MapBox): MapBounds {
  const [minX, minY] = toMapPosition({ latitude: north, longitude: west })
  const [maxX, maxY] = toMapPosition({ latitude: south, longitude: east })
  return { minX, minY, maxX, maxY }
}

/** Degrees, with five decimals. */
export function toPosition(x: number, y: number): { latitude: number; longitude: number } {
  const latitude = Math.asin(Math.tanh((0.5 - y / MAP_UNITS) * 2 * Math.PI)) / RADIANS
  return { latitude: round(latitude), longitude: round((x / MAP_UNITS - 0.5) * 360) }
}

function toMapX(longitude: number): number {
  return toUnits(longitude / (2 * Math.PI) + 0.5)
}

function toMapY(sine: number): number {
  return toUnits(0.5 - Math.atanh(Math.max(-MAX_SINE, Math.min(MAX_SINE, sine))) / (2 * Math.PI))
}

function toUnits(share: number): number {
  return Math.max(0, Math.min(MAP_UNITS - 1, Math.floor(share * MAP_UNITS)))
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
