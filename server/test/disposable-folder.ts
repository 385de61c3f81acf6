import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The type that statfs(2) returns for tmpfs. */
const TMPFS = 0x01021994
const MEMORY_FOLDER = '/dev/shm'
/** The tests write up to a tenth of it. Containers often have 64 MiB there. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3

/**
 * Where the cluster of a test run belongs: in memory where there is plenty, because each test file creates a database of 800 files.
 * Otherwise in the system's temporary folder.
 */
export function findDisposableFolder(): string {
  return hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()
}

function hasMemoryFolder(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return type === TMPFS && bavail * bsize >= LEAST_FREE_BYTES
  } catch {
    return false
  }
}
