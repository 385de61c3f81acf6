import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'node_modules/.cache/na-regua')
const dataDir = join(folder, 'test-postgres')
const logFile = join(folder, 'postgres-keeper.log')
// In the system's temporary folder, because a socket's path may have no more than about a hundred characters.
const checkout = createHash('sha256').update(`${process.getuid?.()} ${root}`).digest('hex').slice(0, 12)
const socket = join(tmpdir(), `na-regua-${checkout}.sock`)

/** The address of the PostgreSQL of all test runs, which stays up until `leave()` of the last one of them. */
export async function connectTestPostgres(): Promise<{ url: string; leave: () => void }> {
  const deadline = Date.now() + 60_000
  let keeper: { isGone: boolean } | undefined
  while (Date.now() < deadline) {
    const guest = await connectToKeeper().catch(() => undefined)
    if (guest) return guest
    // One that found the folder held has gone: the holder may be ending, so another is needed after it.
    if (!keeper || keeper.isGone) keeper = startKeeper()
    await sleep(50)
  }
  throw new Error(`The PostgreSQL of the tests did not start. See ${logFile}`)
}

function connectToKeeper(): Promise<{ url: string; leave: () => void }> {
  return new Promise((resolve, reject) => {
    const guest: Socket = connect(socket)
    guest.once('error', reject)
    guest.once('close', () => reject(new Error('The keeper hung up.')))
    guest.once('data', (data) => resolve({ url: String(data).trim(), leave: () => guest.destroy() }))
  })
}

function startKeeper(): { isGone: boolean } {
  mkdirSync(folder, { recursive: true })
  const log = openSync(logFile, 'a')
  const script = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, socket], {
    cwd: root,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const state = { isGone: false }
  child.once('exit', () => {
    state.isGone = true
  })
  child.unref()
  return state
}
