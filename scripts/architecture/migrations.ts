import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything up to here came before the first release: nobody ran on a part of it. */
const FIRST_RELEASE = 21

/** What a program of the version before would still ask for, or could no longer write. */
const breaking: readonly [what: RegExp, why: string][] = [
  [/\bdrop\s+(table|column|function|view|type|trigger)\b/i, 'takes something away'],
  [/\brename\s+(to|column|constraint)?/i, 'renames something'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'demands a value that the version before does not write'],
  [
    /\badd\s+(?!constraint)(column\s+)?(if\s+not\s+exists\s+)?\w+\s[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i,
    'demands a value without a default',
  ],
]

/**
 * Processes are replaced one by one, so two versions share a base for a while (decision 0056): a migration says in its first
 * line whether it only adds (`-- expand: …`) or takes away what nothing asks for since the version before (`-- contract: …`).
 */
export function findBreakingMigrations(root: string, paths: readonly string[]): string[] {
  const found = paths.filter((path) => /^server\/migrations\/\d{4}-.*\.sql$/.test(path))
  return found
    .filter((path) => Number(path.slice('server/migrations/'.length).slice(0, 4)) > FIRST_RELEASE)
    .flatMap((path) => judge(path, readFileSync(join(root, path), 'utf8')))
}

function judge(path: string, sql: string): string[] {
  const kind = /^-- (expand|contract): \S/.exec(sql)?.[1]
  if (!kind) return [`${path} does not say in its first line whether it expands or contracts the base (decision 0056)`]
  if (kind === 'contract') return []
  // What a function's text does, it does to rows; what it replaces, it replaces under the same name.
  const statements = sql.replace(/--[^\n]*/g, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  return breaking.flatMap(([what, why]) =>
    what.test(statements) ? [`${path} says that it expands the base, and ${why}`] : [],
  )
}
