import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { findBinaries } from './binaries.ts'

/** The operating system's user that PostgreSQL runs as; `undefined` is the one who runs the app. */
export type SystemUser = { uid: number; gid: number } | undefined

/** Where a private PostgreSQL lives: its cluster, its programs, and who runs it. */
export type PostgresFolders = { cluster: string; native: string; user: SystemUser }

/** Places that every user can enter, for checkouts that stand in a folder which only root can. */
const openPlaces = ['/var/lib/na-regua', '/var/tmp/na-regua']

/** Finds, or on the first start decides, where the PostgreSQL of `dataDir` lives. */
export function preparePostgresFolders(dataDir: string): PostgresFolders {
  mkdirSync(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  const native = findBinaries()
  if (process.getuid?.() !== 0) return { cluster: followLink(link), native, user: undefined }
  const user = chooseUser(followLink(link))
  if (!existsSync(link) && !isLink(link) && !canEnter(user, dataDir)) linkToOpenPlace(link)
  return { cluster: followLink(link), native: canRun(user, native) ? native : copyPrograms(native, user), user }
}

function isLink(path: string): boolean {
  return followLink(path) !== path
}

/** The link is the memory of where the cluster went; it may still point to a folder that is not there yet. */
function followLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return path
  }
}

/** PostgreSQL refuses to run as root. Whoever owns the cluster already goes on; else `postgres`, else `nobody`. */
function chooseUser(cluster: string): SystemUser {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) throw new Error('Rodando como root, o PostgreSQL precisa de um usuário comum: crie o usuário "postgres".')
  return user
}

function findUser(name: string): SystemUser {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Asks the system instead of reading mode bits, so that access lists and mounts count too. */
function isTrueFor(user: SystemUser, test: string, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function canEnter(user: SystemUser, folder: string): boolean {
  return isTrueFor(user, 'cd "$1"', folder)
}

function canRun(user: SystemUser, native: string): boolean {
  return isTrueFor(user, '"$1/bin/postgres" -V && test -r "$1/share/postgresql/postgres.bki"', native)
}

function linkToOpenPlace(link: string): void {
  for (const place of openPlaces) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 })
      const folder = mkdtempSync(join(place, 'data-'))
      chmodSync(folder, 0o755)
      symlinkSync(join(folder, 'postgres'), link)
      writeFileSync(join(folder, 'origin'), link)
      removeForgotten(place)
      return
    } catch (error) {
      // Another start was faster: its choice holds.
      if (isLink(link)) return
      if (place === openPlaces.at(-1)) throw error
    }
  }
}

/** Whoever works in the system's temporary folder throws away the link, and cannot know of what it led to. */
function removeForgotten(place: string): void {
  for (const name of readdirSync(place)) {
    const origin = join(place, name, 'origin')
    const link = existsSync(origin) ? readFileSync(origin, 'utf8') : ''
    if (link.startsWith(tmpdir() + sep) && !isLink(link)) rmSync(join(place, name), { recursive: true, force: true })
  }
}

/** Copies the programs once per version to where `user` can run them. */
function copyPrograms(native: string, user: SystemUser): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  for (const place of openPlaces) {
    const target = join(place, `postgres-${version}`)
    if (existsSync(target) && canRun(user, target)) return target
    if (isCopied(native, target) && canRun(user, target)) return target
  }
  throw new Error(`O usuário do PostgreSQL não consegue ler ${native}, e nenhuma pasta aberta aceitou uma cópia.`)
}

function isCopied(native: string, target: string): boolean {
  const draft = `${target}.${randomUUID()}`
  try {
    mkdirSync(draft, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') })
    execFileSync('chmod', ['-R', 'a+rX', draft])
    rmSync(target, { recursive: true, force: true })
    renameSync(draft, target)
    return true
  } catch {
    rmSync(draft, { recursive: true, force: true })
    return existsSync(target)
  }
}
