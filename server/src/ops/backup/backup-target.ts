import { resolve } from 'node:path'
import { type Config, readConfig } from '../../lib/config.ts'
import { withEmbeddedPostgres } from '../embedded-postgres/connect-embedded-postgres.ts'

export type BackupTarget = { databaseUrl: string; uploads: string | undefined; config: Config }

/** The database and uploads of the app's configuration; an embedded PostgreSQL runs in the meantime. */
export async function withBackupTarget(work: (target: BackupTarget) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  // Images in a bucket are backed up there: by versioning or a second bucket.
  const uploads = config.s3 ? undefined : resolve(config.dataDir, 'uploads')
  if (config.databaseUrl) return work({ databaseUrl: config.databaseUrl, uploads, config })
  const embedded = await withEmbeddedPostgres(config.dataDir)
  try {
    await work({ databaseUrl: embedded.url, uploads, config })
  } finally {
    await embedded.stop()
  }
}

/** Resolves a path from the user's working directory: npm runs scripts in the project folder and passes it as INIT_CWD. */
export function readPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

export function reportFailure(error: Error) {
  process.stderr.write(`\n${error.message}\n`)
  process.exitCode = 1
}
