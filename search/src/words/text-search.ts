import { type TextCondition, TextMarks } from './text-marks.ts'
import { listNearest, type TextSource } from './text-nearest.ts'
import { INSIDE, PREFIX, type WordMatch } from './text-vocabulary.ts'

const inName: TextCondition = { inName: true, flag: PREFIX }
const inText: TextCondition = { inName: false, flag: PREFIX }
const inside: TextCondition = { inName: false, flag: INSIDE }

/**
 * The points of a circle whose words match every form, at most `limit`: ordered by match quality, then chord, then leading ones first, then
 * id. 0: each form is the prefix of a word of the name; 1: of a word of the text; 2: each is contained somewhere; 3 and 4: like 0 and 1
 * after typo correction, only when nothing else was found. 3 or 4 is decided among the nearest `limit`.
 */
export function searchText(source: TextSource, forms: readonly string[], limit: number): number[] {
  const { vocabulary } = source.index
  const exact = forms.map((form) => vocabulary.match(form))
  const found = withMarks(source, exact, (marks) => findExact(source, marks, limit))
  if (found) return found
  const corrected = forms.map((form) => vocabulary.matchCorrected(form))
  return withMarks(source, corrected, (marks) => findCorrected(source, marks, limit))
}

function withMarks<T>({ index }: TextSource, matches: readonly WordMatch[], use: (marks: TextMarks) => T): T {
  const marks = new TextMarks(index, matches)
  try {
    return use(marks)
  } finally {
    marks.clear()
  }
}

/** Undefined when no point contains every form. Steps that cannot add a point are skipped. */
function findExact(source: TextSource, marks: TextMarks, limit: number): number[] | undefined {
  const found = new Set(listNearest(source, marks, inName, limit))
  let isContained = [...found].some((point) => marks.accepts(point, inside))
  if (isContained && found.size === limit) return [...found]
  for (const condition of marks.haveEqualFlags ? [inText] : [inText, inside]) {
    if (isContained && found.size >= limit) break
    const points = listNearest(source, marks, condition, limit)
    isContained ||= points.some((point) => marks.accepts(point, inside))
    for (const point of points) found.add(point)
  }
  return isContained ? [...found].slice(0, limit) : undefined
}

function findCorrected(source: TextSource, marks: TextMarks, limit: number): number[] {
  const points = listNearest(source, marks, inText, limit)
  const { named = [], others = [] } = Object.groupBy(points, (point) =>
    marks.accepts(point, inName) ? 'named' : 'others',
  )
  return [...named, ...others]
}
