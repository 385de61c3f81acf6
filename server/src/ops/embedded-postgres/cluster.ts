import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresFolders } from './place.ts'
import { findCommand, isAlive } from './process-identity.ts'

const run = promisify(execFile)

export const superuser = 'na_regua'

/** What a PostgreSQL needs of its surroundings: nothing of the app's own environment, which holds secrets. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the cluster when there is none. It is built beside its place and moved there when whole,
 * so an interrupted first start leaves nothing that looks like a cluster.
 * The collation is the one built into PostgreSQL, the same on every machine.
 */
export async function createCluster(place: PostgresFolders, password: string): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return
  const draft = `${place.cluster}.new`
  const passwordFile = `${place.cluster}.pw`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.user) for (const path of [draft, passwordFile]) chownSync(path, place.user.uid, place.user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  // The password is 256 random bits: stretching it would only slow each new connection down.
  const flags = [`--pgdata=${draft}`, ...locale, ...access, '--no-instructions', '-c', 'scram_iterations=1']
  try {
    await run(join(place.native, 'bin/initdb'), flags, { ...place.user, cwd: '/', env: environment })
    renameSync(draft, place.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** What a running PostgreSQL writes about itself into its cluster; `undefined` when none ran or it stopped cleanly. */
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
 * After a kill -9 of the app its PostgreSQL is still on its way out for a moment, and after a kill -9 of PostgreSQL its
 * children are. Waits for it, and after two seconds ends it without a checkpoint: recovery is as safe, and shorter.
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
