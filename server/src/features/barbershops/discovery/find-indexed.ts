import { pointsFarBehind } from '../../../lib/point-tree/all-points.ts'
import { countPoints, type Question } from '../../../lib/point-tree/ask-tree.ts'
import { firstPoints } from '../../../lib/point-tree/first-points.ts'
import { LEADS, MERITS } from '../../../lib/point-tree/tree.ts'
import { toChord, toPoint } from '../../../lib/sphere.ts'
import type { Matches, MatchesQuery } from '../find-matches.ts'
import { nameOf } from './keep-patterns.ts'
import { merits, type ShopIndex } from './shop-index.ts'

/** Up to this place of the order the best nodes are walked one by one; further behind all that belongs is looked at once. */
const WALKED = 1000

/** As findMatches(), out of memory: the same ids in the same order, the same total. Undefined where the index cannot tell. */
export function findIndexed(index: ShopIndex, query: MatchesQuery): Matches | undefined {
  if (query.wishes.features?.length && !index.features) return undefined
  const question = toQuestion(index, query)
  const { limit, offset, orderBy } = query
  const total = question ? countPoints(index.tree, question) : 0
  if (!question || offset >= total) return { total, ids: [] }
  const order = { merit: orderBy === 'distance' ? undefined : merits[orderBy], compareSlots: index.ids.compare }
  const slots =
    offset + limit <= WALKED
      ? firstPoints(index.tree, question, order, Math.min(offset + limit, total)).slice(offset)
      : pointsFarBehind(index.tree, question, order, { total, offset, limit })
  return { total, ids: slots.map((slot) => index.ids.read(slot)) }
}

/** Undefined when no shop can meet it. */
function toQuestion({ features, patterns }: ShopIndex, { area, wishes, now }: MatchesQuery): Question | undefined {
  const { ratingMin, priceMin, priceMax, openNow = false, opensToday = false } = wishes
  const [x, y, z] = toPoint(area)
  const [least, most] = [new Float64Array(MERITS).fill(-Infinity), new Float64Array(MERITS).fill(Infinity)]
  if (ratingMin) most[merits.rating] = -ratingMin
  if (priceMin !== undefined) least[merits.price] = priceMin
  // Without a price a shop is neither cheap nor dear.
  if (priceMin !== undefined || priceMax !== undefined) most[merits.price] = priceMax ?? Number.MAX_VALUE
  let marks = wishes.featured ? LEADS : 0
  for (const feature of wishes.features ?? []) {
    const id = features?.get(feature)
    if (id === undefined) return undefined
    marks |= 1 << id
  }
  const asksHours = openNow || opensToday
  const isWished = asksHours || marks !== 0 || ratingMin || priceMin !== undefined || priceMax !== undefined
  return {
    ...{ x, y, z, chord: toChord(area.radiusInKm), least, most, marks },
    kinds: asksHours ? patterns.areOpen(now, { openNow, opensToday }) : undefined,
    name: isWished
      ? `${marks} ${ratingMin || ''} ${priceMin} ${priceMax} ${asksHours && nameOf(now, { openNow, opensToday })}`
      : undefined,
  }
}
