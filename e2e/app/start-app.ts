import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/ops/embedded-postgres/start-embedded-postgres.ts'
import { startServer } from './start-server.ts'

/**
 * One app for the whole run, on a base and a folder of its own that are gone afterwards. With E2E_URL and
 * E2E_DATABASE_URL the journeys walk through an app that already stands.
 */
export default async function startApp() {
  if (process.env.E2E_URL) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'na-regua-e2e-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'base'), durable: false })
  const end = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const server = await startServer({ databaseUrl: postgres.url, dataDir: join(folder, 'data') })
    process.env.E2E_URL = server.url
    process.env.E2E_DATABASE_URL = postgres.url
    return async () => {
      await server.stop()
      await end()
    }
  } catch (error) {
    await end()
    throw error
  }
}
