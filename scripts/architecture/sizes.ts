import { maxCounts, maxLines } from './plan.ts'
import type { Source } from './sources.ts'

const isTest = (path: string) => /\.(test|spec|proof)\.tsx?$|^server\/(test|proof)\//.test(path)

export function findLongFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, lines }) => {
    const limit = isTest(path) ? maxLines.test : maxLines.file
    return lines > limit ? [`${path} has ${lines} lines, the limit is ${limit}`] : []
  })
}

/**
 * Functions beyond the limit. The formatter makes the end of a function visible: the brace with the indentation of the line that
 * opened it. Tests may be longer.
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
    const isLong = !isOneLine && end > start && length > maxLines.function
    return isLong
      ? [`${path}:${start + 1} ${declared ?? assigned} has ${length} lines, the limit is ${maxLines.function}`]
      : []
  })
}

/** Counts over the whole tree that have a limit in the plan. */
export function findExceededCounts(sources: readonly Source[], paths: readonly string[]): string[] {
  const webFiles = sources.filter(({ path }) => path.startsWith('web/src/') && !isTest(path)).length
  const libEntries = new Set(
    paths.flatMap((path) => /^server\/src\/lib\/([^/]+)/.exec(path)?.[1] ?? []).filter((entry) => !isTest(entry)),
  ).size
  const pages = sources.filter(({ path }) => /^web\/src\/pages\//.test(path))
  return [
    ...(webFiles > maxCounts.webFiles ? [`web has ${webFiles} source files, the limit is ${maxCounts.webFiles}`] : []),
    ...(libEntries > maxCounts.libEntries
      ? [`server/src/lib has ${libEntries} entries, the limit is ${maxCounts.libEntries}`]
      : []),
    ...pages.flatMap(({ path, imports }) =>
      imports.length > maxCounts.pageImports
        ? [`${path} has ${imports.length} imports, the limit is ${maxCounts.pageImports}`]
        : [],
    ),
  ]
}
