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

/** The operating system's user that PostgreSQL runs as; undefined for the app's own. */
type SystemUser = { uid: number; gid: number } | undefined

/** Data folder, binaries and user of the embedded PostgreSQL. */
export type PostgresFolders = { cluster: string; native: string; user: SystemUser }

/** Folders that every user can enter, for checkouts in a folder that only root can enter. */
const sharedFolders = ['/var/lib/na-regua', '/var/tmp/na-regua']

/** Finds the folders of the PostgreSQL of `dataDir`, or chooses them at the first start. */
export function preparePostgresFolders(dataDir: string): PostgresFolders {
  mkdirSync(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  const native = findBinaries()
  if (process.getuid?.() !== 0) return { cluster: followLink(link), native, user: undefined }
  const user = chooseUser(followLink(link))
  if (!existsSync(link) && !isLink(link) && !canEnter(user, dataDir)) linkToSharedFolder(link)
  return { cluster: followLink(link), native: canRun(user, native) ? native : copyPrograms(native, user), user }
}

function isLink(path: string): boolean {
  return followLink(path) !== path
}

/** The link stores where the cluster is. Its target may not exist yet. */
function followLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return path
  }
}

/** PostgreSQL refuses to run as root. The owner of an existing cluster, else an unprivileged system user. */
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

/** Runs a shell test as the user instead of reading mode bits, so that ACLs and mount options count too. */
function passesAs(user: SystemUser, test: string, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function canEnter(user: SystemUser, folder: string): boolean {
  return passesAs(user, 'cd "$1"', folder)
}

function canRun(user: SystemUser, native: string): boolean {
  return passesAs(user, '"$1/bin/postgres" -V && test -r "$1/share/postgresql/postgres.bki"', native)
}

function linkToSharedFolder(link: string): void {
  for (const folder of sharedFolders) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const target = mkdtempSync(join(folder, 'data-'))
      chmodSync(target, 0o755)
      symlinkSync(join(target, 'postgres'), link)
      writeFileSync(join(target, 'origin'), link)
      removeOrphans(folder)
      return
    } catch (error) {
      // Another process was faster: its choice is used.
      if (isLink(link)) return
      if (folder === sharedFolders.at(-1)) throw error
    }
  }
}

/** Removes data whose link was in the system's temporary folder and is gone. */
function removeOrphans(folder: string): void {
  for (const name of readdirSync(folder)) {
    const origin = join(folder, name, 'origin')
    const link = existsSync(origin) ? readFileSync(origin, 'utf8') : ''
    if (link.startsWith(tmpdir() + sep) && !isLink(link)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Copies the programs once per version to where `user` can run them. */
function copyPrograms(native: string, user: SystemUser): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  for (const folder of sharedFolders) {
    const target = join(folder, `postgres-${version}`)
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
