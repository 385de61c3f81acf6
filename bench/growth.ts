import { barbershopOrders } from '@na-regua/contract/barbershops'
import type { BenchWorld } from './figures.ts'
import { measureSequentially, type SequentialSample } from './measure.ts'
import { buildNearbyPath, listCityPoints } from './sample-data.ts'

/** One measurement of the growth table: a page of six and the exact total, within 50 km of a point in the densest city. */
export type GrowthFigure = SequentialSample & { shops: number; order: string; filter: string; cpuMs: number }

const filters: Record<string, string> = {
  'sem filtro': '',
  'abertas agora': '&openNow=true',
  'nota e preço': '&ratingMin=4&priceMin=3000&priceMax=5000',
  'abertas, comodidades': `&openNow=true&features=${encodeURIComponent('Wi-Fi gratuito,Estacionamento')}`,
}

/** Target P2: the cost of each order with and without filters; every request uses another point. */
export async function benchGrowth({ app }: BenchWorld, shops: number): Promise<GrowthFigure[]> {
  const points = listCityPoints(3000)
  const figures: GrowthFigure[] = []
  for (const order of barbershopOrders)
    for (const [filter, query] of Object.entries(filters)) {
      const paths = points.map((point) => `${buildNearbyPath(point)}&orderBy=${order}${query}`)
      // Except by distance, the same barbershops lead from every point: the first requests fill the cache with their cards.
      await measureSequentially(app.url, paths.slice(0, 1000))
      const before = await app.send({})
      const measured = await measureSequentially(app.url, paths.slice(1000))
      const after = await app.send({})
      const cpuMs = (Number(after.cpuMs) - Number(before.cpuMs)) / measured.count
      figures.push({ shops, order, filter, cpuMs, ...measured })
    }
  return figures
}
