import type { BenchWorld, Figure } from './figures.ts'
import { compare, load, loadServer, measureSequentially, type Sample, type SequentialSample } from './measure.ts'
import { buildNearbyPath, listPoints } from './sample-data.ts'

export type SearchFigure = SequentialSample & { query: string }

/** Two letters, three letters, a whole word, misspellings, and a word that no barbershop contains. */
const queries = ['na', 'nav', 'mooca', 'moca', 'navalah', 'navalha mooca', 'xqzwk']

/** Target P7: sequential requests, each from another point of two dense cities. */
export async function benchSearch({ app }: BenchWorld): Promise<SearchFigure[]> {
  const figures: SearchFigure[] = []
  for (const query of queries) {
    const paths = listPoints(400).map((point) => buildSearchPath(query, point))
    await measureSequentially(app.url, paths.slice(0, 50))
    figures.push({ query, ...(await measureSequentially(app.url, paths.slice(50))) })
  }
  return figures
}

/** Target P9: the same texts in turn, each request from another point, against plain nearby in the same run. */
export async function benchSearchRate({ app }: BenchWorld): Promise<Figure[]> {
  const points = listPoints(20_000)
  const paths = points.map((point, index) => buildSearchPath(queries[index % queries.length] as string, point))
  const nearby = points.map(buildNearbyPath)
  // Fills the cache of single barbershops.
  for (const warmed of [paths, nearby]) await load({ url: app.url, paths: warmed, seconds: 10 })
  let sample: Sample | undefined
  const ours = async () => {
    sample = await loadServer(app, { paths })
    return sample
  }
  const comparison = await compare(ours, () => loadServer(app, { paths: nearby }))
  const name = 'busca por texto; o piso é nearby, outra área a cada pedido'
  return [{ name, target: undefined, minimum: 1500, ...comparison, sample: sample as Sample }]
}

function buildSearchPath(query: string, { latitude, longitude }: { latitude: number; longitude: number }): string {
  return `/api/barbershops/search?query=${encodeURIComponent(query)}&latitude=${latitude}&longitude=${longitude}`
}
