import { resolve } from 'node:path'
import { type Config, readConfig } from '../../lib/config.ts'
import { withEmbeddedPostgres } from '../embedded-postgres/connect-embedded-postgres.ts'

export type BackupTarget = { databaseUrl: string; uploads: string | undefined; config: Config }

/** What there is to keep or to fill, as the app's own configuration says; a private PostgreSQL runs meanwhile. */
export async function withBackupTarget(work: (place: BackupTarget) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  // Pictures in a bucket are kept there: by its own versions, or by a second bucket.
  const uploads = config.s3 ? undefined : resolve(config.dataDir, 'uploads')
  if (config.databaseUrl) return work({ databaseUrl: config.databaseUrl, uploads, config })
  const own = await withEmbeddedPostgres(config.dataDir)
  try {
    await work({ databaseUrl: own.url, uploads, config })
  } finally {
    await own.stop()
  }
}

/** A path as the person at the terminal means it: npm runs everything from the project's folder and tells where it was called. */
export function readPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

export function reportFailure(error: Error) {
  process.stderr.write(`\n${error.message}\n`)
  process.exitCode = 1
}
