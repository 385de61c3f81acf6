/**
 * Writes web/src/lib/map/brazil.json: the outline of Brazil for the map that works without tiles.
 * From Natural Earth by way of the package `world-atlas` (public domain), simplified to what a screen can show.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { feature } from 'topojson-client'

type Point = [longitude: number, latitude: number]

const BRAZIL = '076'
/** In degrees, about a kilometre: the largest deviation of the simplified outline. */
const TOLERANCE = 0.012
/** Rings with fewer points are islands smaller than a pixel. */
const FEWEST_POINTS = 6
const HUNDREDTHS = 100

const atlas = JSON.parse(
  readFileSync(new URL('../node_modules/world-atlas/countries-10m.json', import.meta.url), 'utf8'),
)
const countries = atlas.objects.countries.geometries as { id: string }[]
const brazil = feature(atlas, countries.find(({ id }) => id === BRAZIL) as never) as unknown as {
  geometry: { coordinates: Point[][][] }
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}

/** Douglas-Peucker: retains the farthest point while its distance exceeds the tolerance. */
function simplify(line: Point[]): Point[] {
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last || line.length < 3) return line
  let farthest = 0
  let reach = 0
  for (const [index, point] of line.entries()) {
    const distance = distanceToLine(point, first, last)
    if (distance > reach) [farthest, reach] = [index, distance]
  }
  if (reach <= TOLERANCE) return [first, last]
  return [...simplify(line.slice(0, farthest + 1)), ...simplify(line.slice(farthest)).slice(1)]
}

/** Each ring as steps from point to point in hundredths of a degree, latitude first: half the size of plain coordinates. */
function toSteps(ring: Point[]) {
  let latitude = 0
  let longitude = 0
  return ring.flatMap(([x, y]) => {
    const north = Math.round(y * HUNDREDTHS)
    const east = Math.round(x * HUNDREDTHS)
    const step = [north - latitude, east - longitude]
    ;[latitude, longitude] = [north, east]
    return step
  })
}

/** A closed ring is cut in two: its ends are one point, which would be no line at all. */
function simplifyRing(ring: Point[]) {
  const half = Math.floor(ring.length / 2)
  return [...simplify(ring.slice(0, half + 1)), ...simplify(ring.slice(half)).slice(1)]
}

const rings = brazil.geometry.coordinates
  .map(([outer]) => simplifyRing(outer as Point[]))
  .filter((ring) => ring.length >= FEWEST_POINTS)
const target = new URL('../web/src/lib/map/brazil.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(rings.map(toSteps))}\n`)
console.log(`${rings.length} rings, ${rings.flat().length} points`)
