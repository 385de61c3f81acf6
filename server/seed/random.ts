import { hash } from 'node:crypto'

export type Random = {
  /** [0, 1). */
  next(): number
  /** Integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  weighted<T>(list: readonly (readonly [item: T, weight: number])[]): T
  shuffle<T>(list: readonly T[]): T[]
  chance(probability: number): boolean
  /** Around 0, mostly within ±2. */
  gauss(): number
}

/** Mulberry32 over a hash of `seed`: the same sequence in every run, on every machine. */
export function createRandom(seed: string): Random {
  let state = hashNumber(seed)
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T
  return {
    next,
    int,
    pick,
    weighted: (list) => pickWeighted(list, next()),
    shuffle: (list) => shuffle(list, int),
    chance: (probability) => next() < probability,
    gauss: () => next() + next() + next() + next() + next() + next() - 3,
  }
}

function pickWeighted<T>(list: readonly (readonly [item: T, weight: number])[], at: number): T {
  let left = at * list.reduce((sum, [, weight]) => sum + weight, 0)
  const found = list.find(([, weight]) => {
    left -= weight
    return left < 0
  })
  return (found ?? list[0])?.[0] as T
}

function shuffle<T>(list: readonly T[], int: Random['int']): T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = int(0, last)
    const moved = shuffled[last] as T
    shuffled[last] = shuffled[other] as T
    shuffled[other] = moved
  }
  return shuffled
}

function hashNumber(text: string) {
  return hash('md5', text, 'buffer').readUInt32LE(0)
}

/** A UUID that depends on `name` alone (version 8), so that a demo link stays valid after the database is seeded again. */
export function uuidOf(name: string): string {
  const hex = hash('md5', `na-regua:${name}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
