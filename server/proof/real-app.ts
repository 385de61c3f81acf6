import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const pages = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))

const START_MS = 180_000

export type RealApp = Awaited<ReturnType<typeof startRealApp>>

type RealAppOptions = { port: number; databaseUrl?: string; dataDir: string; environment?: Record<string, string> }

/** Memory settings of `npm start` (scripts/supervise.mjs). */
const memorySettings = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=16' }

/** Starts the server as a separate process and resolves when it is ready. It is killed when the proof exits. */
export async function startRealApp({ port, databaseUrl = '', dataDir, environment }: RealAppOptions) {
  if (!existsSync(pages)) throw new Error('The pages are not built: run `npm run build` first.')
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...memorySettings,
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      IBGE_URL: 'off',
      VIACEP_URL: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const killChild = () => void child.kill('SIGKILL')
  process.once('exit', killChild)
  void exited.then(() => process.off('exit', killChild))
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, child).catch((error: Error) => {
    child.kill('SIGKILL')
    throw new Error(`${error.message}\n${output.join('').slice(-4000)}`)
  })
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    child.kill(name)
    return exited
  }
  return {
    url,
    port,
    output,
    exited,
    signal,
    pid: child.pid as number,
    readyAfterMs: performance.now() - startedAt,
  }
}

async function waitUntilReady(url: string, child: ChildProcess) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await wait(20)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server exited during the start')
    if (await isReady(url)) return
  }
  throw new Error(`the server was not ready within ${START_MS / 1000} s`)
}

export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}
