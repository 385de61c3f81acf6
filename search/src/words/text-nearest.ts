import { type CompareValues, Heap } from '../points/heap.ts'
import { LEADS, LEAF, type PointTree } from '../points/point-tree.ts'
import { type Circle, chordToPoint, minChord } from '../points/query-tree.ts'
import { i32 } from '../points/typed-arrays.ts'
import type { TextIndex } from './text-index.ts'
import type { TextCondition, TextMarks } from './text-marks.ts'
import type { WordMatch } from './text-vocabulary.ts'

export type TextSource = { tree: PointTree; index: TextIndex; circle: Circle; comparePoints: CompareValues }

type Search = TextSource & { marks: TextMarks; condition: TextCondition; limit: number; found: Heap }

const compareEqual = () => 0
// Reused by all queries, which run synchronously one after the other.
const foundPoints = new Heap(-1, compareEqual)
const openNodes = new Heap(1, compareEqual)

/** Checking a point costs as much as reading so many of a list, most of which are outside of the circle. */
const WALK_COST = 3
/** So many points are checked in any case before a walk is abandoned for the lists. */
const MIN_WALK = 500

/**
 * The `limit` points nearest to the center that meet the condition: by chord, then leading ones first, then id. Either the points are
 * checked from the center outwards, which is fast where many match, or those in the lists of the rarest word, which is fast where few
 * do. So the cost is about the smaller one of both, wherever the matches are.
 */
export function listNearest(source: TextSource, marks: TextMarks, condition: TextCondition, limit: number): number[] {
  const all = i32(source.tree.counts, 0)
  let share = 1
  let fewest = Number.POSITIVE_INFINITY
  let rarest = -1
  for (const [form, match] of marks.matches.entries()) {
    const { points, isListed } = countPointsOf(source.index, match, condition)
    if (points === 0) return []
    share *= Math.min(1, points / all)
    if (isListed && points < fewest) [fewest, rarest] = [points, form]
  }
  const search = { ...source, marks, condition, limit, found: foundPoints.reset(source.comparePoints) }
  if (rarest < 0) walk(search, Number.POSITIVE_INFINITY)
  else if ((WALK_COST * limit) / share > fewest || !walk(search, Math.max(fewest / 2, MIN_WALK))) {
    search.found.reset(source.comparePoints)
    readLists(search, rarest)
  }
  const points: number[] = []
  while (search.found.size > 0) points.push(search.found.pop())
  return points.reverse()
}

/** An upper bound: a point with two of the words counts twice. */
function countPointsOf(index: TextIndex, match: WordMatch, condition: TextCondition) {
  let points = match.numerals ? 0 : Number.POSITIVE_INFINITY
  let isListed = match.numerals !== undefined
  eachList(index, match, condition, (list, word) => {
    points += list.count(word)
    isListed &&= list.isListed(word)
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

function readLists({ tree, index, circle, marks, condition, limit, found }: Search, form: number) {
  const match = marks.matches[form] as WordMatch
  eachList(index, match, condition, (list, word, isNumeral) =>
    list.forEach(word, (point) => {
      const chord = chordToPoint(tree, circle, point)
      if (chord > circle.chord || isBeyond(found, limit, chord) || !marks.accepts(point, condition)) return
      // A point in several of the lists is offered once.
      if (marks.isFirst(point, 2 * word + Number(isNumeral), form, condition))
        offer({ tree, limit, found }, point, chord)
    }),
  )
}

/** Checks points outwards until the nearest are found. False when it was abandoned after `maxPoints`. */
function walk({ tree, circle, marks, condition, limit, found }: Search, maxPoints: number): boolean {
  const open = openNodes.reset(compareEqual)
  let checked = 0
  pushNode(tree, circle, open, 0)
  while (open.size > 0) {
    if (found.size === limit && found.compareTops(open) < 0) return true
    if (checked > maxPoints) return false
    const node = open.pop()
    const child = i32(tree.children, node)
    if (child >= 0) {
      pushNode(tree, circle, open, child)
      pushNode(tree, circle, open, child + 1)
      continue
    }
    const start = i32(tree.blocks, node) * LEAF
    const end = start + i32(tree.counts, node)
    checked += end - start
    for (let at = start; at < end; at++) {
      const point = i32(tree.members, at)
      const chord = chordToPoint(tree, circle, point)
      if (chord > circle.chord || isBeyond(found, limit, chord)) continue
      if (marks.accepts(point, condition)) offer({ tree, limit, found }, point, chord)
    }
  }
  return true
}

function pushNode(tree: PointTree, circle: Circle, open: Heap, node: number) {
  if (i32(tree.counts, node) === 0) return
  const chord = minChord(tree, circle, node)
  if (chord > circle.chord) return
  const hasLeading = (i32(tree.anyFlags, node) & LEADS) !== 0
  open.push(chord, hasLeading ? 0 : 1, chord, node)
}

const isBeyond = (found: Heap, limit: number, chord: number) => found.size === limit && chord > found.topKey

function offer({ tree, limit, found }: Pick<Search, 'tree' | 'limit' | 'found'>, point: number, chord: number) {
  const rank = (i32(tree.flags, point) & LEADS) === 0 ? 1 : 0
  if (found.size < limit) found.push(chord, rank, chord, point)
  else if (found.compareTop(chord, rank, chord, point) > 0) found.replaceTop(chord, rank, chord, point)
}
