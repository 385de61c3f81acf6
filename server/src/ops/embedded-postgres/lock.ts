import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { findProcessStart, isAlive } from './process-identity.ts'

type Holder = { pid: number; start: string | undefined; since: string; address: string }

/** Another running process uses the data folder. */
export class DataFolderHeldError extends Error {
  readonly holder: Holder

  constructor(file: string, holder: Holder) {
    super(
      `A pasta de dados já está em uso pelo processo ${holder.pid}, em ${holder.address}, desde ${holder.since}. ` +
        `Encerre esse processo, ou escolha outra pasta com DATA_DIR (e outra porta com PORT). Trava: ${file}`,
    )
    this.name = 'DataFolderHeldError'
    this.holder = holder
  }
}

/**
 * Locks `file` for this process and returns how to release it. A lock of a process that no longer runs is replaced; that of a
 * running one throws `DataFolderHeldError`.
 */
export function takeLock(file: string, address: string): () => void {
  const own: Holder = {
    pid: process.pid,
    start: findProcessStart(process.pid),
    since: new Date().toISOString(),
    address,
  }
  const text = JSON.stringify(own)
  for (let attempt = 0; attempt < 5; attempt++) {
    if (hasWritten(file, text)) return () => release(file, text)
    const found = read(file)
    if (found === undefined) continue
    const holder = parse(found)
    if (holder && isHeld(holder)) throw new DataFolderHeldError(file, holder)
    removeStale(file, found)
  }
  throw new Error(`Não foi possível travar a pasta de dados: ${file}`)
}

function hasWritten(file: string, text: string): boolean {
  // Written to a temporary file and linked, so that no process reads a partial lock.
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o644 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isHeld(holder: Holder): boolean {
  return isAlive(holder.pid) && findProcessStart(holder.pid) === holder.start
}

/** Two processes may find the same stale lock: the slower one must not remove the new lock of the faster one. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== stale) linkSync(aside, file)
  } catch {
    // Another process removed or replaced it; the next attempt checks again.
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(file: string, text: string): void {
  if (read(file) === text) rmSync(file, { force: true })
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
