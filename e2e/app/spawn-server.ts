import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../server/src/ops/free-port.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Includes migrations and the demo seed. */
const START_MS = 90_000
const STOP_MS = 10_000

type ServerOptions = { databaseUrl: string; dataDir: string }

/** Starts the real server process; resolves when it is ready. `stop` waits until the process exited. */
export async function spawnServer({ databaseUrl, dataDir }: ServerOptions) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SEED: 'demo',
      // Half of them are opened at the start: on a busy machine a new one takes longer than a request waits for it.
      DATABASE_POOL: '60',
      // Every spec sends its requests from one address.
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      // As WhatsApp signs its webhooks. Without its Cloud API messages go to the demo's outbox.
      WHATSAPP_APP_SECRET: 'segredo do app',
      WHATSAPP_VERIFY_TOKEN: 'prova',
      // The browsers' push services are outside: push.spec.ts starts one here.
      ...(process.env.E2E_PUSH_PORT && { PUSH_HOSTS: `http://127.0.0.1:${process.env.E2E_PUSH_PORT}` }),
    },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const exited = once(child, 'exit')
  const killWithUs = () => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const url = `http://127.0.0.1:${port}`

  async function stop() {
    process.off('exit', killWithUs)
    await terminate(child, exited)
    printFailures(output.join(''))
  }

  try {
    await waitUntilReady(url, child)
  } catch (error) {
    await stop()
    throw new Error(`O servidor não subiu: ${(error as Error).message}\n${output.join('')}`)
  }
  return { url, stop }
}

/** A journey that met such an error fails without its reason. */
function printFailures(output: string) {
  const failures = output.split('\n').filter((line) => /"(unavailable|unexpected error)"/.test(line))
  if (failures.length > 0) console.info(`O servidor registrou:\n${failures.join('\n')}`)
}

async function waitUntilReady(url: string, child: ChildProcess) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(150)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('ele terminou sozinho')
    const response = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`ele não respondeu em ${START_MS / 1000} s`)
}

async function terminate(child: ChildProcess, exited: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}
