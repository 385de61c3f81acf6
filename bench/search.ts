import type { BenchWorld } from './figures.ts'
import { measureSequentially, type SequentialSample } from './measure.ts'
import { listPoints } from './sample-data.ts'

export type SearchFigure = SequentialSample & { query: string }

/** Two letters, three letters, a whole word, misspellings, and a word that no barbershop contains. */
const queries = ['na', 'nav', 'mooca', 'moca', 'navalah', 'navalha mooca', 'xqzwk']

/** Target P7: sequential requests, each from another point of two dense cities. */
export async function benchSearch({ app }: BenchWorld): Promise<SearchFigure[]> {
  const figures: SearchFigure[] = []
  for (const query of queries) {
    const paths = listPoints(400).map(
      ({ latitude, longitude }) =>
        `/api/barbershops/search?query=${encodeURIComponent(query)}&latitude=${latitude}&longitude=${longitude}`,
    )
    await measureSequentially(app.url, paths.slice(0, 50))
    figures.push({ query, ...(await measureSequentially(app.url, paths.slice(50))) })
  }
  return figures
}
