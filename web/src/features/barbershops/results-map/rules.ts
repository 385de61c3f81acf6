import type { MapCluster, MapPin } from '@na-regua/contract/barbershop-map'
import { formatCount, formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { toLocalTime } from '../../../lib/local-time.ts'

/** Degrees. */
type MapBox = { north: number; south: number; east: number; west: number }

/** What the map shows. `zoom`: of Leaflet, whose world is 2^(8 + zoom) pixels wide. */
export type View = { box: MapBox; zoom: number }

/** What the list is searched in. */
export type SearchCircle = Coordinates & { radiusInKm: number }

const KM_PER_DEGREE = 111.195
const MIN_RADIUS_KM = 0.1
const MAX_RADIUS_KM = 100
const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180

/** The largest circle around the center of the map that is wholly in view, so that the list has what the map shows. */
export function toSearchCircle(
  { north, south, east, west }: MapBox,
  { latitude, longitude }: Coordinates,
): SearchCircle {
  const height = Math.min(north - latitude, latitude - south) * KM_PER_DEGREE
  const width = Math.min(east - longitude, longitude - west) * KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const radius = Math.max(MIN_RADIUS_KM, Math.min(MAX_RADIUS_KM, height, width))
  return { latitude: round(latitude), longitude: round(longitude), radiusInKm: roundDown(radius) }
}

/** About ten metres, as positions in the URL have it. */
function round(degrees: number) {
  return Math.round(degrees * 1e4) / 1e4
}

/** To two digits: 0.47, 1.3, 12, 100. */
function roundDown(km: number) {
  const unit = 10 ** (Math.floor(Math.log10(km)) - 1)
  return Number((Math.floor(km / unit + 1e-9) * unit).toFixed(2))
}

/** With five decimals, and within the world: a map that is wider repeats it. */
export function toBox({ north, south, east, west }: MapBox): MapBox {
  const clamp = (degrees: number, max: number) => Math.round(Math.max(-max, Math.min(max, degrees)) * 1e5) / 1e5
  return {
    north: clamp(north, MAX_LATITUDE),
    south: clamp(south, MAX_LATITUDE),
    east: clamp(east, MAX_LONGITUDE),
    west: clamp(west, MAX_LONGITUDE),
  }
}

type DayFormat = (date: string, today: string) => string | undefined
type PinTexts = { label: string; name: string }

/** What is on a pin, and what it is called: 'R$ 45' without a slot, '14h' for one of today, 'Ter 9h' for a later one. */
export function describePin(
  { name, nextSlot, timeZone, price_from }: MapPin,
  now: Date,
  formatDay: DayFormat,
): PinTexts {
  if (nextSlot === null) {
    if (price_from === null) return { label: '–', name }
    return { label: formatMoney(price_from), name: `${name}, a partir de ${formatMoney(price_from)}` }
  }
  const { date, time } = toLocalTime(new Date(nextSlot), timeZone)
  const today = toLocalTime(now, timeZone).date
  const spoken = formatTimeInSentence(time)
  if (date === today) return { label: spoken, name: `${name}, próximo horário ${spoken}` }
  const day = formatDay(date, today)
  return { label: `${day} ${spoken}`, name: `${name}, próximo horário ${day?.toLowerCase()}, ${spoken}` }
}

/** A pin on the screen: pixels of its place, and the instant of its next slot in milliseconds. */
type PinOnScreen = { id: string; label: string; x: number; y: number; start: number }

/** Pixels of a box on the screen. */
type ScreenBox = { left: number; right: number; top: number; bottom: number }

const LABEL_HEIGHT = 34
const LABEL_PADDING = 24
const CHARACTER_WIDTH = 8

/** Where a label stands by its place. */
type LabelSide = 'above' | 'below'

function toLabelBox({ label, x, y }: PinOnScreen, side: LabelSide): ScreenBox {
  const half = (label.length * CHARACTER_WIDTH + LABEL_PADDING) / 2
  const top = side === 'above' ? y - LABEL_HEIGHT : y
  return { left: x - half, right: x + half, top, bottom: top + LABEL_HEIGHT }
}

const overlaps = (one: ScreenBox, other: ScreenBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * The labels of pins, the next slot first: above its place, else below it, and none where it would cover another label or a box of `taken`.
 * A pin without one is a dot.
 */
export function placeLabels(pins: readonly PinOnScreen[], taken: readonly ScreenBox[]): ReadonlyMap<string, LabelSide> {
  const boxes = [...taken]
  const sides = new Map<string, LabelSide>()
  for (const pin of pins.toSorted((one, other) => one.start - other.start)) {
    const isFree = (side: LabelSide) => !boxes.some((other) => overlaps(toLabelBox(pin, side), other))
    const side = (['above', 'below'] as const).find(isFree)
    if (!side) continue
    boxes.push(toLabelBox(pin, side))
    sides.set(pin.id, side)
  }
  return sides
}

/** A cluster and the pixels of its place. */
type ClusterOnScreen = { cluster: MapCluster; x: number; y: number }

/** The clusters that stand apart, largest first: one that would cover another within `size` pixels is counted with it. */
export function joinClusters(clusters: readonly ClusterOnScreen[], size: number): MapCluster[] {
  const apart: ClusterOnScreen[] = []
  for (const { cluster, x, y } of clusters.toSorted((one, other) => other.cluster.count - one.cluster.count)) {
    const covered = apart.find((other) => Math.hypot(other.x - x, other.y - y) < size)
    if (covered) covered.cluster = addCluster(covered.cluster, cluster)
    else apart.push({ cluster, x, y })
  }
  return apart.map(({ cluster }) => cluster)
}

function addCluster(one: MapCluster, other: MapCluster): MapCluster {
  return {
    ...one,
    count: one.count + other.count,
    north: Math.max(one.north, other.north),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    west: Math.min(one.west, other.west),
  }
}

/** '12 barbearias, aproximar o mapa'. */
export function describeCluster(count: number, canSplit: boolean) {
  return `${formatCount(count, 'barbearia', 'barbearias')}, ${canSplit ? 'aproximar o mapa' : 'ver na lista'}`
}

/** '12 barbearias no mapa'. */
export function describeMapTotal(total: number) {
  return total === 0
    ? 'Nenhuma barbearia nesta parte do mapa'
    : `${formatCount(total, 'barbearia', 'barbearias')} no mapa`
}
