import { ApiError } from '@na-regua/contract/errors'

/**
 * Lets `atOnce` pieces of heavy work run together and the next ones wait in their order. Whoever would stand behind
 * `longest` others is sent away with UNAVAILABLE: an answer after his patience ended helps nobody.
 */
export function createConcurrencyQueue({ atOnce, longest }: { atOnce: number; longest: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= longest) throw new ApiError('UNAVAILABLE')
    // A place that becomes free is handed over, so nobody who comes later slips in between.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
