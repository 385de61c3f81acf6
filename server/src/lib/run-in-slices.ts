import { setImmediate as nextTurn } from 'node:timers/promises'

/** Short enough that nobody who waits for an answer notices. */
const SLICE_MS = 8

/** Runs long work that yields now and then, and lets everything else have its turn between two slices of it. */
export async function runInSlices<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
      const step = work.next()
      if (step.done) return step.value
    }
    await nextTurn()
  }
}
