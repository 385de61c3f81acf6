import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findDisposableFolder } from './disposable-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'node_modules/.cache/na-regua')
const logFile = join(folder, 'postgres-supervisor.log')
// In the system's temporary folder, because the path of a socket is limited to about a hundred characters.
const checkout = createHash('sha256').update(`${process.getuid?.()} ${root}`).digest('hex').slice(0, 12)
const socket = join(tmpdir(), `na-regua-${checkout}.sock`)
const dataDir = join(findDisposableFolder(), `na-regua-${checkout}`)

/** Connects to the PostgreSQL shared by all test runs, which stops after the last `disconnect()`. */
export async function connectTestPostgres(): Promise<{ url: string; disconnect: () => void }> {
  const deadline = Date.now() + 60_000
  let supervisor: { isGone: boolean } | undefined
  while (Date.now() < deadline) {
    const client = await connectToSupervisor().catch(() => undefined)
    if (client) return client
    // A supervisor exits when another one holds the folder. That one may be stopping, so a new one is started after it.
    if (!supervisor || supervisor.isGone) supervisor = startSupervisor()
    await sleep(50)
  }
  throw new Error(`The PostgreSQL of the tests did not start. See ${logFile}`)
}

function connectToSupervisor(): Promise<{ url: string; disconnect: () => void }> {
  return new Promise((resolve, reject) => {
    const client: Socket = connect(socket)
    client.once('error', reject)
    client.once('close', () => reject(new Error('The supervisor closed the connection.')))
    client.once('data', (data) => resolve({ url: String(data).trim(), disconnect: () => client.destroy() }))
  })
}

function startSupervisor(): { isGone: boolean } {
  mkdirSync(folder, { recursive: true })
  const log = openSync(logFile, 'a')
  const script = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url))
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
