import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import type { DatabaseHandle } from '../database.ts'
import { collectDatabaseMetrics } from './database-metrics.ts'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { port: number; close(): Promise<void> }

type MetricsServerOptions = {
  address: NonNullable<Config['metrics']>
  database: Pick<DatabaseHandle, 'db' | 'pool'>
  metrics: Metrics
}

/**
 * Serves GET /metrics on a port of its own, which a proxy in front of the app cannot expose by mistake. There is no authentication:
 * the values contain no personal data, but business figures.
 */
export async function serveMetrics({ metrics, address, database }: MetricsServerOptions): Promise<MetricsServer> {
  const countJobs = collectDatabaseMetrics(metrics, database)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    sendMetrics(response).catch(() => response.destroy())
  })

  async function sendMetrics(response: ServerResponse) {
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
