import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type BenchServer = {
  url: string
  send(message: object): Promise<Record<string, unknown>>
  /** What the process reports by itself. */
  onReport(receive: (message: Record<string, unknown>) => void): void
  stop(): Promise<void>
}

/** Starts one of the servers of this folder as a separate process and waits for its port. */
export async function startBenchServer(
  file: 'serve-app.ts' | 'serve-bytes.ts' | 'waitlist-worker.ts',
  environment: Record<string, string> = {},
  { isSilent = false } = {},
): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...environment }, silent: isSilent })
  // Reads and discards the output: a full pipe would block the server.
  child.stdout?.resume()
  child.stderr?.resume()
  const { port } = await nextMessage<{ port: number }>(child)
  return {
    url: `http://127.0.0.1:${port}`,
    async send(message) {
      child.send(message)
      return nextMessage(child)
    },
    onReport(receive) {
      child.on('message', receive)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function nextMessage<M>(child: ChildProcess): Promise<M> {
  const settled = new AbortController()
  const { signal } = settled
  const received = once(child, 'message', { signal })
  const failed = once(child, 'exit', { signal }).then(() => {
    throw new Error('a bench server exited before it was ready')
  })
  try {
    const [message] = await Promise.race([received, failed])
    return message as M
  } finally {
    // Removes the listeners of the one that did not happen.
    for (const promise of [received, failed]) promise.catch(() => {})
    settled.abort()
  }
}

/** CPU time of this process in milliseconds, and its peak memory in bytes. */
export function readUsage() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, memory: process.resourceUsage().maxRSS * 1024 }
}
