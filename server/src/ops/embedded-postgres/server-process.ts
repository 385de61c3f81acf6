import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster, postgresEnvironment } from './cluster.ts'
import type { PostgresFolders } from './folders.ts'
import { listSettings } from './settings.ts'

export type ServerOptions = { folders: PostgresFolders; port: number; durable: boolean; logFile: string }

/** A running PostgreSQL. `gone` resolves when its process has ended for any reason. */
export type ServerProcess = { gone: Promise<void>; stop: () => Promise<void> }

/**
 * Stops PostgreSQL when this process ends. Descriptor 3 is a pipe whose other end only this process has: when it dies, even by
 * kill -9, the system closes the pipe, `read` returns, and PostgreSQL gets SIGINT. No orphan remains.
 */
const supervisor = `
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watch=$!
wait "$server"
kill "$watch" 2>/dev/null
`

/** Starts PostgreSQL and waits until it accepts connections. Throws when it exits before. */
export async function startPostgresProcess(options: ServerOptions): Promise<ServerProcess> {
  const log = openLog(options.logFile)
  const { cluster, native, user } = options.folders
  const command = [
    join(native, 'bin/postgres'),
    '-D',
    cluster,
    '-p',
    String(options.port),
    ...listSettings(options.durable),
  ]
  // In a session of its own: Ctrl-C in the terminal reaches only the app, which stops PostgreSQL after its last response.
  const child = spawn('/bin/sh', ['-c', supervisor, 'sh', ...command], {
    ...user,
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  const server = follow(child, cluster)
  await waitUntilReady(server, options)
  return server
}

function openLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(logFile, `${logFile}.1`)
  return openSync(logFile, 'a', 0o600)
}

function follow(child: ChildProcess, cluster: string): ServerProcess {
  const pipe = child.stdio[3] as Writable
  pipe.on('error', () => {})
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  async function stop(): Promise<void> {
    pipe.end()
    const isLate = await Promise.race([gone.then(() => false), sleep(8_000, true, { ref: false })])
    const postmaster = isLate ? findPostmaster(cluster) : undefined
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
    await gone
  }
  return { gone, stop }
}

async function waitUntilReady(server: ServerProcess, { folders, logFile }: ServerOptions): Promise<void> {
  let isGone = false
  server.gone.then(() => {
    isGone = true
  })
  // No timeout: recovery after a crash may take long.
  while (!findPostmaster(folders.cluster)?.isReady) {
    if (isGone) throw new Error(`O PostgreSQL não iniciou. O motivo está em ${logFile}.`)
    await sleep(5)
  }
}
