import type { BenchWorld } from './figures.ts'
import { measureSequentially, type SequentialSample } from './measure.ts'
import { listCityPoints } from './sample-data.ts'

/** What a map of 640 × 800 pixels requests. */
export type MapFigure = SequentialSample & { view: string; filter: string; cpuMs: number }

/** Zoom of the map, which sets how far a box reaches: from streets of the densest city to the whole country. */
const views: Record<string, number> = { ruas: 16, bairro: 14, cidade: 11, estado: 7, Brasil: 4 }
const filters: Record<string, string> = { 'sem filtro': '', 'nota e preço': '&ratingMin=4&priceMin=3000&priceMax=5000' }
/** The center of Brazil, so that the widest view has all of it. */
const countryCenter = { latitude: -14.2, longitude: -51.9 }
const WIDTH = 640
const HEIGHT = 800
const REQUESTS = 600
const WARM_UP = 100

/** Target C5: pins and clusters of a box, without a circle; every request moves the map, so that no stored response is sent. */
export async function benchMap({ app }: BenchWorld): Promise<MapFigure[]> {
  const figures: MapFigure[] = []
  for (const [view, zoom] of Object.entries(views))
    for (const [filter, query] of Object.entries(filters)) {
      const paths = listCityPoints(REQUESTS).map((point, index) => {
        const moved = { latitude: countryCenter.latitude + index * 1e-4, longitude: countryCenter.longitude }
        return buildMapPath(zoom <= 4 ? moved : point, zoom) + query
      })
      await measureSequentially(app.url, paths.slice(0, WARM_UP))
      const before = await app.send({})
      const measured = await measureSequentially(app.url, paths.slice(WARM_UP))
      const after = await app.send({})
      figures.push({ view, filter, cpuMs: (Number(after.cpuMs) - Number(before.cpuMs)) / measured.count, ...measured })
    }
  return figures
}

function buildMapPath({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): string {
  const pixel = 360 / 2 ** (8 + zoom)
  const width = (WIDTH / 2) * pixel
  const height = (HEIGHT / 2) * pixel * Math.cos((latitude * Math.PI) / 180)
  const box = { north: latitude + height, south: latitude - height, east: longitude + width, west: longitude - width }
  const edges = Object.entries(box).map(
    ([name, degrees]) => `${name}=${Math.max(-90, Math.min(90, degrees)).toFixed(5)}`,
  )
  return `/api/barbershops/map?${edges.join('&')}&zoom=${zoom}`
}

export function printMap(figures: readonly MapFigure[]) {
  console.log('\nmapa, outra caixa a cada pedido; ms de CPU do servidor inteiro por pedido (meta 5), p50, p99')
  for (const { view, filter, cpuMs, p50, p99, errors } of figures)
    console.log(
      `${view.padEnd(8)}${filter.padEnd(16)}${[cpuMs, p50, p99].map((ms) => ms.toFixed(2).padStart(8)).join('')} · erros ${errors}`,
    )
}
