import { setImmediate as nextTurn } from 'node:timers/promises'

/** Short enough that concurrent requests are not delayed noticeably. */
const SLICE_MS = 8

/** Runs a generator to its end and yields to the event loop between slices of its work. */
export async function runInSlices<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    for (const end = performance.now() + SLICE_MS; performance.now() < end; ) {
      const step = work.next()
      if (step.done) return step.value
    }
    await nextTurn()
  }
}
