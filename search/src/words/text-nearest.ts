import { type ComparePoints, FirstPoints } from '../points/first-points.ts'
import { Matches } from '../points/matches.ts'
import type { PointGrid } from '../points/point-grid.ts'
import { type Circle, chordToPoint, LEADS, type PointTable } from '../points/point-table.ts'
import { f64, i32 } from '../points/typed-arrays.ts'
import type { TextIndex } from './text-index.ts'
import type { TextCondition, TextMarks } from './text-marks.ts'
import type { WordMatch } from './text-vocabulary.ts'

export type TextSource = {
  table: PointTable
  grid: PointGrid
  index: TextIndex
  circle: Circle
  comparePoints: ComparePoints
}

type Search = TextSource & { marks: TextMarks; condition: TextCondition; limit: number }

/** Checking a point costs as much as reading so many of a list, most of which are outside of the circle. */
const WALK_COST = 3
/** So many points are checked in any case before a walk is abandoned for the lists. */
const MIN_WALK = 500
/** The first circle of a walk, in kilometres; each one after it is twice as wide. */
const FIRST_REACH = 1

// Reused by all queries, which run synchronously one after the other.
const around = new Matches()

/**
 * The `limit` points nearest to the center that meet the condition: by chord, then leading ones first, then id. Either the points are
 * checked from the center outwards, which is fast where many match, or those in the lists of the rarest word, which is fast where few
 * do. So the cost is about the smaller one of both, wherever the matches are.
 */
export function listNearest(source: TextSource, marks: TextMarks, condition: TextCondition, limit: number): number[] {
  const all = source.grid.size
  let share = 1
  let fewest = Number.POSITIVE_INFINITY
  let rarest = -1
  for (const [form, match] of marks.matches.entries()) {
    const { points, isListed } = countPointsOf(source.index, match, condition)
    if (points === 0) return []
    share *= Math.min(1, points / all)
    if (!isListed || points >= fewest) continue
    fewest = points
    rarest = form
  }
  const search = { ...source, marks, condition, limit }
  if (rarest < 0) return walk(search, Number.POSITIVE_INFINITY) ?? []
  const isWalk = (WALK_COST * limit) / share <= fewest
  return (isWalk && walk(search, Math.max(fewest / 2, MIN_WALK))) || readLists(search, rarest)
}

/** An upper bound: a point with two of the words counts twice. */
function countPointsOf(index: TextIndex, match: WordMatch, condition: TextCondition) {
  let points = match.numerals ? 0 : Number.POSITIVE_INFINITY
  let isListed = match.numerals !== undefined
  eachList(index, match, condition, (list, word) => {
    points += list.count(word)
    isListed &&= list.list(word) !== undefined
  })
  return { points, isListed }
}

type PostingLists = ReturnType<TextIndex['postings']>['name']

/** Every list of points with a word that has the flag of the condition; `word` is the number within its kind. */
function eachList(
  index: TextIndex,
  match: WordMatch,
  { inName, flag }: TextCondition,
  visit: (list: PostingLists, word: number, isNumeral: boolean) => void,
) {
  const kinds = [
    { isNumeral: false, words: match.words, flags: match.wordFlags },
    { isNumeral: true, words: match.numerals ?? [], flags: match.numeralFlags },
  ]
  for (const { isNumeral, words, flags } of kinds) {
    const { name, text } = index.postings(isNumeral)
    for (let at = 0; at < words.length; at++) {
      if (((flags[at] as number) & flag) === 0) continue
      visit(name, words[at] as number, isNumeral)
      if (!inName) visit(text, words[at] as number, isNumeral)
    }
  }
}

function readLists({ table, index, circle, marks, condition, limit, comparePoints }: Search, form: number): number[] {
  const match = marks.matches[form] as WordMatch
  const found = new FirstPoints(limit, comparePoints)
  eachList(index, match, condition, (list, word, isNumeral) => {
    for (const point of list.list(word) ?? []) {
      const chord = chordToPoint(table, circle, point)
      if (chord > circle.chord || chord > found.lastKey || !marks.accepts(point, condition)) continue
      // A point in several of the lists is offered once.
      if (marks.isFirst(point, 2 * word + Number(isNumeral), form, condition))
        found.offer(chord, rankOf(table, point), chord, point)
    }
  })
  return found.list()
}

/** Checks the points of wider and wider circles. Undefined when one of them has more than `maxPoints`. */
function walk(search: Search, maxPoints: number): number[] | undefined {
  const { table, grid, circle, marks, condition, limit, comparePoints } = search
  for (let reach = FIRST_REACH; ; reach *= 2) {
    const chord = Math.min(reach, circle.chord)
    around.findWithin(table, grid, { ...circle, chord })
    if (around.size > maxPoints) return undefined
    const found = new FirstPoints(limit, comparePoints)
    for (let at = 0; at < around.size; at++) {
      const point = i32(around.points, at)
      const distance = f64(around.chords, at)
      if (distance <= found.lastKey && marks.accepts(point, condition))
        found.offer(distance, rankOf(table, point), distance, point)
    }
    if (found.isFull || chord === circle.chord || around.size === grid.size) return found.list()
  }
}

const rankOf = ({ flags }: PointTable, point: number) => ((i32(flags, point) & LEADS) === 0 ? 1 : 0)
