import type { Municipality } from '@na-regua/contract/places'
import L from 'leaflet'

type Bounds = { north: number; south: number; east: number; west: number }
export type ListMunicipalities = (bounds: Bounds) => Promise<readonly Municipality[]>

/** Degrees between the lines of the grid, by zoom. */
const GRID_STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]
/** Pixels between lines, at least. */
const GRID_GAP = 70
/** Pixels that the name of a town takes; where two would touch, the larger town keeps its own. */
const LABEL = { width: 124, height: 30 }

/** The rings of the outline, from steps in hundredths of a degree (see scripts/write-brazil-outline.ts). */
async function loadOutline(): Promise<L.LatLngTuple[][]> {
  const { default: rings } = await import('./brazil.json')
  return rings.map((steps) => {
    let [latitude, longitude] = [0, 0]
    const ring: L.LatLngTuple[] = []
    for (let index = 0; index < steps.length; index += 2) {
      latitude += steps[index] as number
      longitude += steps[index + 1] as number
      ring.push([latitude / 100, longitude / 100])
    }
    return ring
  })
}

function boundsOf(map: L.Map): Bounds {
  const seen = map.getBounds()
  const clamp = (degrees: number, most: number) => Math.round(Math.max(-most, Math.min(most, degrees)) * 1000) / 1000
  return {
    north: clamp(seen.getNorth(), 90),
    south: clamp(seen.getSouth(), 90),
    east: clamp(seen.getEast(), 180),
    west: clamp(seen.getWest(), 180),
  }
}

function gridLines(map: L.Map): L.LatLngTuple[][] {
  const { north, south, east, west } = boundsOf(map)
  const pixels = map.getSize().x / Math.max(0.001, east - west)
  const step = [...GRID_STEPS].reverse().find((degrees) => degrees * pixels >= GRID_GAP) ?? 10
  const every = (from: number, to: number) =>
    Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, index) => (Math.floor(from / step) + index) * step)
  return [
    ...every(south, north).map((latitude): L.LatLngTuple[] => [
      [latitude, west],
      [latitude, east],
    ]),
    ...every(west, east).map((longitude): L.LatLngTuple[] => [
      [south, longitude],
      [north, longitude],
    ]),
  ]
}

function nameOf({ name }: Municipality) {
  const label = document.createElement('span')
  label.textContent = name
  return label
}

/** The largest first, as they come; none over another. */
function placeLabels(map: L.Map, towns: readonly Municipality[]) {
  const taken: L.Point[] = []
  return towns.filter(({ latitude, longitude }) => {
    const point = map.latLngToContainerPoint([latitude, longitude])
    const isFree = taken.every(
      ({ x, y }) => Math.abs(x - point.x) > LABEL.width || Math.abs(y - point.y) > LABEL.height,
    )
    if (isFree) taken.push(point)
    return isFree
  })
}

/** The dialog may close while something is on its way; then there is no pane left to draw on. */
function isGone(map: L.Map) {
  return map.getPane('overlayPane') === undefined
}

async function drawTowns(map: L.Map, layer: L.LayerGroup, listTowns: ListMunicipalities) {
  const bounds = boundsOf(map)
  const towns = await listTowns(bounds).catch(() => [])
  if (isGone(map) || JSON.stringify(bounds) !== JSON.stringify(boundsOf(map))) return
  layer.clearLayers()
  for (const town of placeLabels(map, towns)) {
    const icon = L.divIcon({ html: nameOf(town), className: 'map-town', iconSize: [0, 0] })
    L.marker([town.latitude, town.longitude], { icon, interactive: false, keyboard: false }).addTo(layer)
  }
}

/** What stands in for the tiles when they cannot come: land, a grid, the names of towns. It takes the same clicks. */
export async function createMapBackground(map: L.Map, listTowns: ListMunicipalities) {
  map.getContainer().classList.add('map-drawn')
  map.attributionControl.addAttribution('Natural Earth · GeoNames')
  const still = { interactive: false }
  const grid = L.polyline([], { ...still, className: 'map-grid' }).addTo(map)
  const towns = L.layerGroup().addTo(map)

  function redraw() {
    if (map.getSize().x === 0) return
    grid.setLatLngs(gridLines(map))
    void drawTowns(map, towns, listTowns)
  }

  map.on('moveend resize', redraw)
  redraw()
  const outline = await loadOutline()
  if (isGone(map)) return
  L.polygon(outline, { ...still, className: 'map-land' })
    .addTo(map)
    .bringToBack()
}
