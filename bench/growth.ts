import { barbershopOrders } from '@na-regua/contract/barbershops'
import { toNearby, type World } from './figures.ts'
import { type Walk, walk } from './measure.ts'
import { listCityPoints } from './places.ts'

/** One line of the growth table: a page of six and the exact total, within 50 km of somewhere in the densest city. */
export type Growth = Walk & { shops: number; order: string; filter: string; cpuMs: number }

const filters: Record<string, string> = {
  'sem filtro': '',
  'abertas agora': '&openNow=true',
  'nota e preço': '&ratingMin=4&priceMin=3000&priceMax=5000',
  'abertas, comodidades': `&openNow=true&features=${encodeURIComponent('Wi-Fi gratuito,Estacionamento')}`,
}

/** Target P2: what each order costs with and without filters, every request another point. */
export async function benchGrowth({ app }: World, shops: number): Promise<Growth[]> {
  const points = listCityPoints(3000)
  const lines: Growth[] = []
  for (const order of barbershopOrders)
    for (const [filter, query] of Object.entries(filters)) {
      const paths = points.map((point) => `${toNearby(point)}&orderBy=${order}${query}`)
      // The same shops lead from every point when the nearest do not: their cards are known after a few requests.
      await walk(app.url, paths.slice(0, 1000))
      const before = await app.send({})
      const measured = await walk(app.url, paths.slice(1000))
      const after = await app.send({})
      const cpuMs = (Number(after.cpuMs) - Number(before.cpuMs)) / measured.count
      lines.push({ shops, order, filter, cpuMs, ...measured })
    }
  return lines
}
