import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Smaller numbers are the start: the schema of the first release, which no previous version uses. */
const FIRST_AFTER_START = 100

const numberOf = (path: string) => Number(path.slice('server/migrations/'.length).slice(0, 4))

/** Changes that break a process of the previous version, which still reads and writes the old shape. */
const breaking: readonly [what: RegExp, why: string][] = [
  [/\bdrop\s+(table|column|function|view|type|trigger)\b/i, 'removes something'],
  [/\brename\s+(to|column|constraint)?/i, 'renames something'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'requires a value that the previous version does not write'],
  [
    /\badd\s+(?!constraint)(column\s+)?(if\s+not\s+exists\s+)?\w+\s[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i,
    'requires a value without a default',
  ],
]

/**
 * Two versions share the database during a rolling restart. A migration states in its first line whether it only adds
 * (`-- expand: …`) or removes what the previous version no longer uses (`-- contract: …`). The files of the start are neither.
 */
export function findBreakingMigrations(root: string, paths: readonly string[]): string[] {
  const found = paths.filter((path) => /^server\/migrations\/\d{4}-.*\.sql$/.test(path))
  return found
    .filter((path) => numberOf(path) >= FIRST_AFTER_START)
    .flatMap((path) => checkMigration(path, readFileSync(join(root, path), 'utf8')))
}

function checkMigration(path: string, sql: string): string[] {
  const kind = /^-- (expand|contract): \S/.exec(sql)?.[1]
  if (!kind) return [`${path} does not state in its first line whether it expands or contracts the schema`]
  if (kind === 'contract') return []
  // Function bodies run later, and `create or replace` retains the name: neither changes the schema.
  const statements = sql.replace(/--[^\n]*/g, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  const broken = breaking.flatMap(([what, why]) =>
    what.test(statements) ? [`${path} states that it expands the schema, but ${why}`] : [],
  )
  return [...broken, ...findLongLocks(path, statements)]
}

/** A file is one transaction: what alters a table blocks its readers until the file ends, so nothing in it may read the rows. */
function findLongLocks(path: string, sql: string): string[] {
  const statements = sql.toLowerCase().split(';')
  const altered = statements.filter((statement) => /\balter\s+table\s+\w+\s+(?!validate\b)/.test(statement))
  const tables = altered.flatMap((statement) => /\balter\s+table\s+(\w+)/.exec(statement)?.[1] ?? [])
  const constraints = altered.flatMap((statement) => statement.split(/\badd\s+constraint\b/).slice(1))
  const isRead = (table: string) =>
    new RegExp(`\\b(from|join|update|index\\s+\\w+\\s+on)\\s+${table}\\b`).test(sql.toLowerCase())
  return [
    ...constraints
      // PostgreSQL knows no exclusion constraint that is not valid at first.
      .filter((constraint) => !/\bnot\s+valid\b/.test(constraint) && !/\bexclude\s+using\b/.test(constraint))
      .map(() => `${path} adds a constraint that is not "not valid": rows are checked under the lock`),
    ...[...new Set(tables)]
      .filter(isRead)
      .map((table) => `${path} alters ${table} and reads its rows under the same lock`),
  ]
}
