import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/ops/embedded-postgres/start-embedded-postgres.ts'
import { spawnServer } from './spawn-server.ts'

/**
 * One app for the whole run, with a database and a folder of its own that are deleted afterwards. With E2E_URL and
 * E2E_DATABASE_URL the specs use an app that is already running.
 */
export default async function startApp() {
  if (process.env.E2E_URL) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'na-regua-e2e-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), durable: false })
  const cleanUp = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  // push.spec.ts listens there much later. The system gives no connection a port below 32768, which would take it meanwhile.
  process.env.E2E_PUSH_PORT = String(10_000 + (process.pid % 20_000))
  try {
    const server = await spawnServer({ databaseUrl: postgres.url, dataDir: join(folder, 'data') })
    process.env.E2E_URL = server.url
    process.env.E2E_DATABASE_URL = postgres.url
    return async () => {
      await server.stop()
      await cleanUp()
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}
