import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, findPostmaster } from './cluster.ts'
import type { PostgresFolders } from './place.ts'
import { listSettings } from './settings.ts'

export type ServerOptions = { place: PostgresFolders; port: number; durable: boolean; logFile: string }

/** A running PostgreSQL: `gone` settles when its process ended for whatever reason. */
export type ServerProcess = { gone: Promise<void>; stop: () => Promise<void> }

/**
 * Ties PostgreSQL's life to ours: descriptor 3 is a pipe whose other end only this process holds. When we die, by
 * kill -9 too, the system closes it, `read` returns, and PostgreSQL is told to stop. No orphan can stay behind.
 */
const keeper = `
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watch=$!
wait "$server"
kill "$watch" 2>/dev/null
`

/** Starts PostgreSQL and waits until it takes connections; throws with the end of its log when it gives up. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const log = openLog(options.logFile)
  const { cluster, native, user } = options.place
  const command = [
    join(native, 'bin/postgres'),
    '-D',
    cluster,
    '-p',
    String(options.port),
    ...listSettings(options.durable),
  ]
  // Its own session: a Ctrl-C in the terminal reaches only the app, which stops PostgreSQL after its last answer.
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', ...command], {
    ...user,
    cwd: '/',
    env: environment,
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

async function waitUntilReady(server: ServerProcess, { place, logFile }: ServerOptions): Promise<void> {
  let isGone = false
  server.gone.then(() => {
    isGone = true
  })
  // Recovery after a crash may take a while; a server that is working on it is left to finish.
  while (!findPostmaster(place.cluster)?.isReady) {
    if (isGone) throw new Error(`O PostgreSQL não iniciou. O motivo está em ${logFile}.`)
    await sleep(5)
  }
}
