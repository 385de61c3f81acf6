import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OwnPostgres, ownAddress, startOwnPostgres } from '../own-postgres.ts'
import { DataFolderHeldError } from './lock.ts'
import { findPlace } from './place.ts'

/** The private PostgreSQL of `dataDir`: the one that the running app started, else one for as long as until `stop()`. */
export async function visitOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  try {
    return await startOwnPostgres({ dataDir, address: 'npm run backup' })
  } catch (error) {
    if (!(error instanceof DataFolderHeldError)) throw error
    const folder = resolve(dataDir)
    const { cluster } = findPlace(folder)
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    const password = readFileSync(join(folder, 'postgres.password'), 'utf8')
    return { url: ownAddress(password, port), stop: async () => {} }
  }
}
