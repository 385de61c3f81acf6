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

/** A program of the system, or a sentence that says which Debian package brings it. */
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

/** What a proof starts, and ends again however the proof ends. Each writes into a file of its own below `folder`. */
export function createPrograms(folder: string) {
  const running = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  }
  process.on('exit', killAll)

  function start(name: string, { command, args = [], env = {}, cwd = folder, user }: Command): Program {
    const log = join(folder, `${name}.log`)
    const out = openSync(log, 'a')
    // A group of its own: a signal reaches everything that it started.
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

export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-(pid as number), signal)
  } catch {
    // It is gone.
  }
}

/** A process and everything below it, whatever group it moved to. */
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
      // It is gone.
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

/** Asks until the answer is true; says what it waited for when it never is. */
export async function until(what: string, seconds: number, ask: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await Promise.resolve(ask()).catch(() => false)) return
    await wait(200)
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`)
}
