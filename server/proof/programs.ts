import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Program = { child: ChildProcess; log: string }
type Command = {
  command: string
  args?: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  user?: { uid: number; gid: number }
}

/** The path of a system program. Throws with the name of its Debian package. */
export function findProgram(name: string, debianPackage: string): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new Error(`This proof needs the program ${name}: apt-get install ${debianPackage}`)
  return found
}

/** The newest PostgreSQL server of the system, with the tools that a failover needs. */
export function findPostgresPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const bin = versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')))
  if (!bin) throw new Error('This proof needs a PostgreSQL server of the system: apt-get install postgresql')
  return bin
}

/** Starts programs that are killed when the proof exits. Each writes to its own log file in `folder`. */
export function createPrograms(folder: string) {
  const running = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  }
  process.on('exit', killAll)

  function start(name: string, { command, args = [], env = {}, cwd = folder, user }: Command): Program {
    const log = join(folder, `${name}.log`)
    const out = openSync(log, 'a')
    // A new process group, so that a signal reaches all child processes.
    const options = { cwd, detached: true, stdio: ['ignore', out, out] as ['ignore', number, number], ...user }
    const child = spawn(command, args, { ...options, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env } })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return { child, log }
  }

  async function stopAll() {
    const ended = Promise.all([...running].map((child) => once(child, 'exit')))
    for (const child of running) signalGroup(child, 'SIGCONT')
    for (const child of running) child.kill('SIGTERM')
    await Promise.race([ended, wait(15_000)])
    killAll()
    process.off('exit', killAll)
  }

  return { start, stopAll }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-(pid as number), signal)
  } catch {
    // The process has already exited.
  }
}

/** A process and all its descendants, in any process group. */
export function listTree(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const below = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)])
  return [pid, ...below(pid)]
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}

export async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

/** Polls `check` until it returns true. Throws with `what` after the timeout. */
export async function until(what: string, seconds: number, check: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await Promise.resolve(check()).catch(() => false)) return
    await wait(200)
  }
  throw new Error(`timeout after ${seconds} s: ${what}`)
}
