import type { FastifyBaseLogger } from 'fastify'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import { runInSlices } from '../../../lib/run-in-slices.ts'
import type { Matches, MatchesQuery } from '../find-matches.ts'
import { findIndexed } from './find-indexed.ts'
import {
  type Changes,
  changesSince,
  featureNames,
  type IndexedRow,
  nextShops,
  type Standing,
  shopsById,
  standingNow,
} from './queries.ts'
import { addShops, arrangeShops, createIndex, type ShopIndex, updateShops } from './shop-index.ts'

type Deps = {
  live: Pick<ChangeFeed, 'ask' | 'followShops'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Hears which shops are other than they were in the index; undefined: any of them may be. Shown: somebody may see it in a list. */
  onChange: (ids: readonly string[] | undefined, isShown: boolean) => void
}

type Keeping = Deps & {
  index?: ShopIndex
  /** What the index has seen of the base. */
  standing?: Standing
  /** When the base last said that nothing else happened; by performance.now(). */
  heardAt: number
  /** Words that were heard of what is shown, and how many of them were passed on. */
  shown: { heard: number; told: number }
  isRung: boolean
  ring: () => void
  isOver: boolean
}

const ROWS_AT_ONCE = 1000
/** Beyond so many changes at once all shops are read anew. */
const MOST_CHANGES = 20_000
/** The word for "any shop may have changed", and less than any id. */
const EVERY_SHOP = '00000000-0000-0000-0000-000000000000'
/** A change is heard of at once; a word that was lost is made up for after this. */
const PULSE_MS = 1000
/** Without a word from the base for so long, memory is not asked. */
const LONGEST_SILENCE_MS = 3000

/** Keeps an index as the base is: fills it, follows what changes, and fills it anew when it cannot know what did. */
export function keepIndex(deps: Deps) {
  const shown = { heard: 0, told: 0 }
  const keeping: Keeping = { ...deps, shown, heardAt: -Infinity, isRung: false, ring: () => {}, isOver: false }
  let running: Promise<void> | undefined
  const isCurrent = () => keeping.index !== undefined && performance.now() - keeping.heardAt < LONGEST_SILENCE_MS
  return {
    start() {
      running ??= run(keeping)
    },
    /** Undefined while the index is not there, or may be behind: then the base itself must be asked. */
    find(query: MatchesQuery): Matches | undefined {
      return isCurrent() ? findIndexed(keeping.index as ShopIndex, query) : undefined
    },
    countShops: () => (isCurrent() ? (keeping.index?.tree.counts[0] ?? 0) : 0),
    async close() {
      keeping.isOver = true
      keeping.ring()
      await running
    },
  }
}

async function run(keeping: Keeping) {
  keeping.live.followShops((isShown) => {
    if (isShown) keeping.shown.heard++
    keeping.isRung = true
    keeping.ring()
  })
  for (let isKnown = false; !keeping.isOver; ) {
    await rest(keeping)
    try {
      await (keeping.index ? follow(keeping) : fill(keeping))
      isKnown = false
    } catch (error) {
      keeping.heardAt = -Infinity
      if (!isKnown && !keeping.isOver) keeping.log.warn({ err: error }, 'shops are asked of the base, not of memory')
      isKnown = true
      keeping.isRung = false
    }
  }
}

/** Until something changed, or a second is over. */
async function rest(keeping: Keeping) {
  if (!keeping.isRung && !keeping.isOver)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PULSE_MS)
      keeping.ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  keeping.isRung = false
}

/** What changes meanwhile is made up for afterwards: the standing is that of before. */
async function fill(keeping: Keeping) {
  const { live } = keeping
  const [standing] = await live.ask<Standing>(standingNow)
  const index = createIndex(await live.ask<[number, string]>(featureNames))
  for (let last = EVERY_SHOP; last; ) {
    const rows = await live.ask<IndexedRow>(nextShops, [last, ROWS_AT_ONCE])
    if (keeping.isOver) return
    addShops(index, rows)
    last = rows.length === ROWS_AT_ONCE ? (rows.at(-1) as IndexedRow)[0] : ''
  }
  await runInSlices(arrangeShops(index))
  Object.assign(keeping, { index, standing, isRung: true })
}

async function follow(keeping: Keeping) {
  const { live, standing, index, shown } = keeping as Keeping & { index: ShopIndex; standing: Standing }
  const askedAt = performance.now()
  const { heard } = shown
  const [changes] = await live.ask<Changes>(changesSince, [standing[0], MOST_CHANGES + 1])
  const [snapshot, base, isBehind, ids] = changes as Changes
  if (base !== standing[1] || isBehind || ids.length > MOST_CHANGES || ids.includes(EVERY_SHOP)) {
    Object.assign(keeping, { index: undefined, heardAt: -Infinity, isRung: true })
    return keeping.onChange(undefined, true)
  }
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE)
    updateShops(index, some, await live.ask<IndexedRow>(shopsById, [some]))
  }
  const wasSilent = keeping.heardAt === -Infinity
  Object.assign(keeping, { standing: [snapshot, base], heardAt: askedAt })
  if (wasSilent) keeping.onChange(undefined, true)
  else if (ids.length > 0) keeping.onChange(ids, heard > shown.told)
  shown.told = heard
}
