import type { Clock } from './clock.ts'

type Options = { clock: Clock; lifeMs: number; most: number }

/**
 * Keeps what `produce` gave under its key for `lifeMs`; whoever asks meanwhile shares it, also while it is being made.
 * A failure is not kept. At most `most` keys, the oldest one out first.
 */
export function createPromiseCache<T>({ clock, lifeMs, most }: Options) {
  const kept = new Map<string, { madeAt: number; value: Promise<T> }>()

  return function keep(key: string, produce: () => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && now - known.madeAt < lifeMs) return known.value
    const entry = { madeAt: now, value: produce() }
    entry.value.catch(() => kept.get(key) === entry && kept.delete(key))
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return entry.value
  }
}
