import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresFolders } from './folders.ts'
import { findCommand, isAlive } from './process-identity.ts'

const run = promisify(execFile)

export const superuser = 'na_regua'

/** PostgreSQL does not inherit the app's environment, which contains secrets. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Creates the cluster unless it exists: in a temporary folder that is renamed when complete, so an interrupted first start leaves
 * no partial cluster. The collation is built into PostgreSQL and therefore the same on every machine.
 */
export async function createCluster(folders: PostgresFolders, password: string): Promise<void> {
  if (existsSync(join(folders.cluster, 'PG_VERSION'))) return
  const draft = `${folders.cluster}.new`
  const passwordFile = `${folders.cluster}.pw`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (folders.user) for (const path of [draft, passwordFile]) chownSync(path, folders.user.uid, folders.user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  // The password is 256 random bits: more iterations would only slow down connections.
  const flags = [`--pgdata=${draft}`, ...locale, ...access, '--no-instructions', '-c', 'scram_iterations=1']
  try {
    await run(join(folders.native, 'bin/initdb'), flags, { ...folders.user, cwd: '/', env: postgresEnvironment })
    renameSync(draft, folders.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** The process in the cluster's postmaster.pid, if it is running. */
export function findPostmaster(cluster: string): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const isOurs = isAlive(pid) && findCommand(pid)?.includes(cluster)
    return isOurs ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/**
 * After a kill -9 of the app its PostgreSQL still runs for a moment, and after a kill -9 of PostgreSQL its children do. Waits for
 * them, and after two seconds stops them without a checkpoint: crash recovery is as safe.
 */
export async function endLeftover(cluster: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const leftover = findPostmaster(cluster)
    if (!leftover) return
    if (waited === 0) process.kill(leftover.pid, 'SIGINT')
    if (waited === 2_000) process.kill(leftover.pid, 'SIGQUIT')
    await sleep(20)
  }
  throw new Error(`Um PostgreSQL antigo ainda ocupa ${cluster} e não quis parar.`)
}
