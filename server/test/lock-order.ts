import type pg from 'pg'
import { lockLevels } from './lock-levels.ts'

/** A statement with SKIP LOCKED never waits, but it holds what it locks. */
type LockKind = 'advisory' | 'row' | 'skip-locked' | 'insert'
/** A lock that a statement takes. `isStrong`: the lock that inserting a referencing row waits for. */
type StatementLock = { name: string; kind: LockKind; isStrong?: boolean }

const tokens = new RegExp(
  [
    String.raw`pg_advisory_xact_lock\(hashtextextended\((?<key>.*?), (?<kind>\w+)\)`,
    String.raw`(?<open>\()|(?<close>\))|(?<conflict>\bon conflict\b)`,
    String.raw`\b(?:from|join) "?(?<source>\w+)"?`,
    String.raw`\binsert into "?(?<insert>\w+)"?`,
    String.raw`\bupdate "?(?<update>\w+)"? (?:as \w+ )?set\b`,
    String.raw`\bdelete from "?(?<delete>\w+)"?`,
    String.raw`\bfor (?<strength>no key update|update|key share|share)\b(?: of (?<of>\w+(?:, \w+)*))?(?<skip> skip locked)?`,
    String.raw`\b(?<refresh>refresh_barbershops)\(`,
  ].join('|'),
  'g',
)

const locksByText = new Map<string, readonly StatementLock[]>()

/** The locks of a statement, in the order of its text. A chain of CTEs takes them in this order because each reads the one before. */
export function readLocks(text: string): readonly StatementLock[] {
  const locks = locksByText.get(text) ?? parseLocks(text)
  locksByText.set(text, locks)
  return locks
}

function parseLocks(text: string): StatementLock[] {
  const sql = text
    .replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
  const locks: StatementLock[] = []
  /** For each open parenthesis: the tables of its FROM, and its last INSERT. */
  const scopes: { sources: string[]; insert?: string }[] = [{ sources: [] }]
  for (const { 0: match, groups = {} } of sql.matchAll(tokens)) {
    const scope = scopes.at(-1) ?? { sources: [] }
    if (groups.key !== undefined) {
      locks.push(...nameAdvisoryLocks(groups.key, groups.kind).map((name) => ({ name, kind: 'advisory' as const })))
      // The pattern contains one more opening than closing parenthesis.
      scopes.push({ sources: [] })
    } else if (groups.open) scopes.push({ sources: [] })
    else if (groups.close) scopes.pop()
    else if (groups.source) scope.sources.push(groups.source)
    else if (groups.insert) scope.insert = groups.insert
    // Without ON CONFLICT an INSERT never waits: the row is new.
    else if (groups.conflict && scope.insert) locks.push({ name: scope.insert, kind: 'insert' })
    else if (groups.strength) {
      const kind = groups.skip ? 'skip-locked' : 'row'
      const isStrong = groups.strength === 'update'
      for (const name of groups.of?.split(', ') ?? scope.sources) locks.push({ name, kind, isStrong })
    } else if (groups.refresh) {
      locks.push({ name: 'barbershops', kind: 'row' })
      scopes.push({ sources: [] })
    } else {
      const name = groups.update ?? groups.delete
      if (name) locks.push({ name, kind: 'row' })
      if (match.startsWith('delete')) scope.sources.push(name as string)
    }
  }
  return locks
}

function nameAdvisoryLocks(key: string, kind = ''): string[] {
  if (key.includes("'limits '")) return ['limits']
  if (key.includes("'series '")) return ['series']
  if (key.includes("'codes:'")) return ['codes of user or address']
  if (kind === 'kind') return ['customer', 'barber user']
  if (kind === '1') return ['customer']
  return kind === '2' ? ['barber user'] : []
}

export type RecordedStatement = { text: string; values?: unknown }

/**
 * What breaks the order in a transaction, as sentences. A row may be locked again at any time: it is recognized by an id that an
 * earlier statement that locked the table had among its values.
 */
export function findLockOrderViolations(transaction: readonly RecordedStatement[]): string[] {
  const found: string[] = []
  const lockedIds = new Map<string, Set<string>>()
  let last = { level: 0, name: '' }
  for (const { text, values } of transaction) {
    const ids = listIds(values)
    for (const { name, kind, isStrong } of readLocks(text)) {
      const level = lockLevels.get(name)
      const known = lockedIds.get(name)
      const isLockedAlready = known && ids.some((id) => known.has(id))
      if (isStrong && referencedTables.includes(name)) found.push(`${name} for update: ${nameOf(text)}`)
      if (level === 'any' && last.level > 0 && !lockedIds.has('users'))
        found.push(`${name} without users: ${nameOf(text)}`)
      if (typeof level !== 'number') continue
      if (level < last.level && !isLockedAlready && kind !== 'skip-locked')
        found.push(`${name} after ${last.name}: ${nameOf(text)}`)
      if (level > last.level) last = { level, name }
      lockedIds.set(name, new Set([...(known ?? []), ...(kind === 'insert' ? [] : ids)]))
    }
  }
  return found
}

/** Rows that others reference: FOR UPDATE would wait for, and block, every insert of a referencing row. */
const referencedTables = ['users', 'barbershops', 'barbers']

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const listIds = (values: unknown) =>
  [
    ...JSON.stringify(values ?? [])
      .toLowerCase()
      .matchAll(uuid),
  ].map(([id]) => id)

function nameOf(text: string): string {
  return /\/\* ([\w -]+) \*\//.exec(text)?.[1] ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
}

/** The demo's seed runs alone, before anything else. */
const seedLock = 'select pg_advisory_xact_lock($1)'

/** Watches the statements of a pool. `check` throws when a transaction has broken the order. */
export function watchLockOrder(pool: pg.Pool) {
  const violations = new Set<string>()
  const end = (transaction: RecordedStatement[]) => {
    if (transaction.some(({ text }) => text === seedLock)) return
    for (const violation of findLockOrderViolations(transaction)) violations.add(violation)
  }
  pool.on('connect', (client) => {
    let transaction: RecordedStatement[] | undefined
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const record = (text: unknown, values: unknown) => {
      // Several statements in one string are the set-up of a test.
      if (typeof text !== 'string' || text.includes(';')) return
      if (/^(begin|start transaction)/.test(text)) transaction = []
      else if (/^(commit|rollback)$/.test(text)) {
        end(transaction ?? [])
        transaction = undefined
      } else if (transaction) transaction.push({ text, values })
      else end([{ text, values }])
    }
    Object.assign(client, {
      query(...args: unknown[]) {
        record(args[0], args[1])
        return query(...args)
      },
    })
  })
  return {
    check() {
      if (violations.size > 0) throw new Error(`decision 06, order of locks:\n${[...violations].join('\n')}`)
    },
  }
}
