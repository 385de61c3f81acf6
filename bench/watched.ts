import type { Figure, World } from './figures.ts'
import { toNearby } from './figures.ts'
import { compare, load, type Sample } from './measure.ts'
import { listPoints } from './places.ts'
import { serve } from './processes.ts'

/** What it costs to be watched: the dearest case, answers that stand ready in memory, with a line in the log and every number kept, against none of both. */
export async function benchWatched({ app, databaseUrl }: World): Promise<Figure[]> {
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', METRICS_PORT: '0' }
  const watched = await serve('serve-app.ts', environment, { isSilent: true })
  const paths = listPoints(1).map(toNearby)
  const ours = () => load({ url: watched.url, paths })
  try {
    const sample: Sample = await ours()
    const comparison = await compare(ours, () => load({ url: app.url, paths }))
    return [{ name: 'nearby, mesma área, com registro e métricas', target: 0.8, ...comparison, sample }]
  } finally {
    await watched.stop()
  }
}
