import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { createConcurrencyQueue } from './requests/concurrency.ts'

type ThreadOptions = {
  /** The module that a thread runs: it calls `serveThread`. */
  module: URL
  maxThreads: number
  /** Beyond that a task is rejected with UNAVAILABLE. */
  maxQueued: number
  /** A task that takes longer is stopped with its thread. Without the time that the thread needs to load its modules. */
  timeoutMs: number
  maxHeapMb: number
}

/** A task without a result, because it took too long or its thread ended. Another thread takes the next task. */
export class ThreadFailure extends Error {}

/** An idle thread keeps its memory for so long. */
const IDLE_MS = 60_000

/** Runs tasks that would block all others of this process in threads, each of which has one task at a time. Threads start with the first tasks. */
export function createThreads<In, Out>({ module, maxThreads, maxQueued, timeoutMs, maxHeapMb }: ThreadOptions) {
  const enqueue = createConcurrencyQueue({ concurrency: maxThreads, maxQueued })
  const idle = new Map<Worker, NodeJS.Timeout>()

  async function start(): Promise<Worker> {
    const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    // Without a listener the error of an idle thread would end this process.
    thread.on('error', () => {})
    thread.once('exit', () => leaveIdle(thread))
    // `serveThread` has loaded the modules.
    await receive(thread)
    return thread
  }

  function leaveIdle(thread: Worker) {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  }

  function becomeIdle(thread: Worker) {
    thread.unref()
    idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS).unref())
  }

  async function take(): Promise<Worker> {
    const [known] = idle.keys()
    if (!known) return start()
    leaveIdle(known)
    known.ref()
    return known
  }

  return function run(input: In): Promise<Out> {
    return enqueue(async () => {
      const thread = await take()
      try {
        thread.postMessage(input)
        const output = await receive(thread, timeoutMs)
        becomeIdle(thread)
        return output as Out
      } catch (error) {
        await thread.terminate()
        throw error
      }
    })
  }
}

/** The next message of a thread. Throws ThreadFailure. */
async function receive(thread: Worker, timeoutMs?: number): Promise<unknown> {
  const over = new AbortController()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => over.abort(), timeoutMs)
  const exited = once(thread, 'exit', { signal: over.signal }).then(() => {
    throw new ThreadFailure('the thread has ended')
  })
  exited.catch(() => {})
  try {
    const [message] = await Promise.race([once(thread, 'message', { signal: over.signal }), exited])
    return message
  } catch (error) {
    if (error instanceof ThreadFailure) throw error
    const reason = over.signal.aborted ? `the task took more than ${timeoutMs} ms` : 'the thread failed'
    throw new ThreadFailure(reason, { cause: error })
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

/** In a thread: sends the output of each task. An error that is thrown ends the thread. */
export function serveThread<In, Out>(run: (input: In) => Promise<Out>) {
  parentPort?.on('message', async (input: In) => {
    parentPort?.postMessage(await run(input))
  })
  parentPort?.postMessage('ready')
}
