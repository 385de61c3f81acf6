import type { World } from './figures.ts'
import { type Walk, walk } from './measure.ts'
import { listPoints } from './places.ts'

export type SearchFigure = Walk & { query: string }

/** Two letters, three, a whole word, slips, and what nobody is called. */
const queries = ['na', 'nav', 'mooca', 'moca', 'navalah', 'navalha mooca', 'xqzwk']

/** Target P7: one request after the other, each from another point of two dense cities. */
export async function benchSearch({ app }: World): Promise<SearchFigure[]> {
  const figures: SearchFigure[] = []
  for (const query of queries) {
    const paths = listPoints(400).map(
      ({ latitude, longitude }) =>
        `/api/barbershops/search?query=${encodeURIComponent(query)}&latitude=${latitude}&longitude=${longitude}`,
    )
    await walk(app.url, paths.slice(0, 50))
    figures.push({ query, ...(await walk(app.url, paths.slice(50))) })
  }
  return figures
}
