import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import type { DatabaseHandle } from '../database.ts'
import { collectDatabaseMetrics } from './database-metrics.ts'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { port: number; close(): Promise<void> }

type Options = {
  address: NonNullable<Config['metrics']>
  database: Pick<DatabaseHandle, 'db' | 'pool'>
  metrics: Metrics
}

/**
 * Answers GET /metrics on a port of its own, which no proxy in front of the app can reach by mistake. Whoever may connect may read:
 * the numbers name no person, but tell how the business goes.
 */
export async function serveMetrics({ metrics, address, database }: Options): Promise<MetricsServer> {
  const countJobs = collectDatabaseMetrics(metrics, database)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    tell(response).catch(() => response.destroy())
  })

  async function tell(response: ServerResponse) {
    await countJobs()
    const text = await metrics.registry.metrics()
    response.writeHead(200, { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' }).end(text)
  }

  server.requestTimeout = 10_000
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
