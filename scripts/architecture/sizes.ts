import { sizes } from './plan.ts'
import type { Source } from './sources.ts'

const isTest = (path: string) => /\.(test|spec|proof)\.tsx?$|^server\/(test|proof)\//.test(path)

export function findLongFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, lines }) => {
    const limit = isTest(path) ? sizes.test : sizes.file
    return lines > limit ? [`${path} has ${lines} lines, the limit is ${limit}`] : []
  })
}

export function findLongTails(sources: readonly Source[]): string[] {
  const { median, p90 } = measureFiles(sources)
  return [
    ...(median > sizes.median ? [`the median file has ${median} lines, the limit is ${sizes.median}`] : []),
    ...(p90 > sizes.p90 ? [`one file in ten has ${p90} lines or more, the limit is ${sizes.p90}`] : []),
  ]
}

export function measureFiles(sources: readonly Source[]): { median: number; p90: number } {
  const lines = sources
    .filter(({ path }) => !isTest(path))
    .map((source) => source.lines)
    .sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  return { median: at(0.5), p90: at(0.9) }
}

/**
 * Functions that do not fit one look. The formatter decides where a function ends: at the brace that stands as far left as the
 * line that opened it. Tests are stories and may be longer.
 */
export function findLongFunctions(sources: readonly Source[]): string[] {
  return sources.filter(({ path }) => !isTest(path)).flatMap(({ path, text }) => findIn(path, text.split('\n')))
}

const opening =
  /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?\(?[^=]*\)? =>)/

function findIn(path: string, lines: string[]): string[] {
  return lines.flatMap((line, start) => {
    const [, indent, declared, assigned] = opening.exec(line) ?? []
    if (indent === undefined) return []
    const end = lines.findIndex(
      (candidate, index) =>
        index > start &&
        candidate.startsWith(`${indent}}`) &&
        !candidate.startsWith(`${indent}}:`) &&
        !/^\s*\}\s*(:|\) *:|\): )/.test(candidate),
    )
    const isOneLine = !/[{(]$/.test(line)
    const length = end - start + 1
    const isLong = !isOneLine && end > start && length > sizes.function
    return isLong
      ? [`${path}:${start + 1} ${declared ?? assigned} has ${length} lines, the limit is ${sizes.function}`]
      : []
  })
}
