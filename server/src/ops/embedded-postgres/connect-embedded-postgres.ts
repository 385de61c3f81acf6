import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { preparePostgresFolders } from './folders.ts'
import { DataFolderHeldError } from './lock.ts'
import { type EmbeddedPostgres, embeddedPostgresUrl, startEmbeddedPostgres } from './start-embedded-postgres.ts'

/** Connects to the embedded PostgreSQL of the running app, or starts one until `stop()`. */
export async function withEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, address: 'npm run backup' })
  } catch (error) {
    if (!(error instanceof DataFolderHeldError)) throw error
    const folder = resolve(dataDir)
    const { cluster } = preparePostgresFolders(folder)
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    const password = readFileSync(join(folder, 'postgres.password'), 'utf8')
    return { url: embeddedPostgresUrl(password, port), stop: async () => {} }
  }
}
