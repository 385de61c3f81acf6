import type { BenchWorld, Figure } from './figures.ts'
import { compare, load, type Sample } from './measure.ts'
import { startBenchServer } from './processes.ts'
import { buildNearbyPath, listPoints } from './sample-data.ts'

/** The cost of logs and metrics in the worst case, responses from the cache: with a log line per request and all metrics, against neither. */
export async function benchObservability({ app, databaseUrl }: BenchWorld): Promise<Figure[]> {
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', METRICS_PORT: '0' }
  const observed = await startBenchServer('serve-app.ts', environment, { isSilent: true })
  const paths = listPoints(1).map(buildNearbyPath)
  const ours = () => load({ url: observed.url, paths })
  try {
    const sample: Sample = await ours()
    const comparison = await compare(ours, () => load({ url: app.url, paths }))
    return [{ name: 'nearby, mesma área, com registro e métricas', target: 0.8, ...comparison, sample }]
  } finally {
    await observed.stop()
  }
}
