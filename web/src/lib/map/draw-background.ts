import type { Municipality } from '@na-regua/contract/places'
import L from 'leaflet'

type Bounds = { north: number; south: number; east: number; west: number }
export type ListMunicipalities = (bounds: Bounds) => Promise<readonly Municipality[]>

/** Degrees between the lines of the grid, by zoom. */
const GRID_STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]
/** Minimum pixels between lines. */
const GRID_GAP = 70
/** Pixels of a label. Of two that overlap only the larger municipality's is shown. */
const LABEL = { width: 124, height: 30 }

/** The outline's rings, decoded from differences in hundredths of a degree (scripts/write-brazil-outline.ts). */
async function loadOutline(): Promise<L.LatLngTuple[][]> {
  const { default: rings } = await import('./brazil.json')
  return rings.map((deltas) => {
    let latitude = 0
    let longitude = 0
    const ring: L.LatLngTuple[] = []
    for (let index = 0; index < deltas.length; index += 2) {
      latitude += deltas[index] as number
      longitude += deltas[index + 1] as number
      ring.push([latitude / 100, longitude / 100])
    }
    return ring
  })
}

function getBounds(map: L.Map): Bounds {
  const bounds = map.getBounds()
  const clamp = (degrees: number, max: number) => Math.round(Math.max(-max, Math.min(max, degrees)) * 1000) / 1000
  return {
    north: clamp(bounds.getNorth(), 90),
    south: clamp(bounds.getSouth(), 90),
    east: clamp(bounds.getEast(), 180),
    west: clamp(bounds.getWest(), 180),
  }
}

function computeGridLines(map: L.Map): L.LatLngTuple[][] {
  const { north, south, east, west } = getBounds(map)
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

function createLabel({ name }: Municipality) {
  const label = document.createElement('span')
  label.textContent = name
  return label
}

/** The municipalities come sorted by size. */
function selectLabels(map: L.Map, municipalities: readonly Municipality[]) {
  const used: L.Point[] = []
  return municipalities.filter(({ latitude, longitude }) => {
    const point = map.latLngToContainerPoint([latitude, longitude])
    const isFree = used.every(({ x, y }) => Math.abs(x - point.x) > LABEL.width || Math.abs(y - point.y) > LABEL.height)
    if (isFree) used.push(point)
    return isFree
  })
}

/** The dialog may close while data is loading; the removed map then has no panes. */
function isRemoved(map: L.Map) {
  return map.getPane('overlayPane') === undefined
}

async function drawMunicipalities(map: L.Map, layer: L.LayerGroup, listMunicipalities: ListMunicipalities) {
  const bounds = getBounds(map)
  const municipalities = await listMunicipalities(bounds).catch(() => [])
  if (isRemoved(map) || JSON.stringify(bounds) !== JSON.stringify(getBounds(map))) return
  layer.clearLayers()
  for (const municipality of selectLabels(map, municipalities)) {
    const icon = L.divIcon({ html: createLabel(municipality), className: 'map-town', iconSize: [0, 0] })
    // Below the pins.
    const options = { icon, interactive: false, keyboard: false, pane: 'shadowPane' }
    L.marker([municipality.latitude, municipality.longitude], options).addTo(layer)
  }
}

/** Replaces the tiles when they fail to load: land, a grid and municipality names, with the same click handling. */
export async function createMapBackground(map: L.Map, listMunicipalities: ListMunicipalities) {
  map.getContainer().classList.add('map-drawn')
  map.attributionControl.addAttribution('Natural Earth · GeoNames')
  const options = { interactive: false }
  const grid = L.polyline([], { ...options, className: 'map-grid' }).addTo(map)
  const labels = L.layerGroup().addTo(map)

  function redraw() {
    if (map.getSize().x === 0) return
    grid.setLatLngs(computeGridLines(map))
    void drawMunicipalities(map, labels, listMunicipalities)
  }

  map.on('moveend resize', redraw)
  redraw()
  const outline = await loadOutline()
  if (isRemoved(map)) return
  L.polygon(outline, { ...options, className: 'map-land' })
    .addTo(map)
    .bringToBack()
}
