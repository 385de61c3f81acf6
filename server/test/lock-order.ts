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
  const scopes: Scope[] = [{ sources: [] }]
  for (const { groups = {} } of sql.matchAll(tokens)) {
    const scope = scopes.at(-1) ?? { sources: [] }
    locks.push(...locksOfToken(groups, scope))
    if (groups.source) scope.sources.push(groups.source)
    if (groups.delete) scope.sources.push(groups.delete)
    if (groups.insert) scope.insert = groups.insert
    // The patterns of a function contain one more opening than closing parenthesis.
    if (groups.open || groups.key !== undefined || groups.refresh) scopes.push({ sources: [] })
    if (groups.close) scopes.pop()
  }
  return locks
}

/** What an open parenthesis contains: the tables of its FROM, and its last INSERT. */
type Scope = { sources: string[]; insert?: string }
type TokenGroups = Record<string, string | undefined>

function locksOfToken(groups: TokenGroups, scope: Scope): StatementLock[] {
  if (groups.key !== undefined)
    return nameAdvisoryLocks(groups.key, groups.kind).map((name) => ({ name, kind: 'advisory' }))
  if (groups.refresh) return [{ name: 'barbershops', kind: 'row' }]
  // Without ON CONFLICT an INSERT never waits: the row is new.
  if (groups.conflict) return scope.insert ? [{ name: scope.insert, kind: 'insert' }] : []
  if (groups.strength) {
    const kind = groups.skip ? 'skip-locked' : 'row'
    const isStrong = groups.strength === 'update'
    return (groups.of?.split(', ') ?? scope.sources).map((name) => ({ name, kind, isStrong }))
  }
  const written = groups.update ?? groups.delete
  return written ? [{ name: written, kind: 'row' }] : []
}

function nameAdvisoryLocks(key: string, kind = ''): string[] {
  if (key.includes("'limits '")) return ['limits']
  if (key.includes("'book '")) return ['book']
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
  const held: HeldLocks = { ids: new Map(), highest: { level: 0, name: '' } }
  for (const { text, values } of transaction) {
    const ids = listIds(values)
    for (const lock of readLocks(text)) {
      found.push(...findViolationsOf(lock, ids, held).map((violation) => `${violation}: ${nameOf(text)}`))
      hold(held, lock, ids)
    }
  }
  return found
}

/** What a transaction has locked: the ids by table, and the lock of the highest level. */
type HeldLocks = { ids: Map<string, Set<string>>; highest: { level: number; name: string } }

function findViolationsOf({ name, kind, isStrong }: StatementLock, ids: readonly string[], held: HeldLocks): string[] {
  const found: string[] = []
  const level = lockLevels.get(name)
  const known = held.ids.get(name)
  const isHeldAlready = known && ids.some((id) => known.has(id))
  if (isStrong && referencedTables.includes(name)) found.push(`${name} for update`)
  if (level === 'any' && held.highest.level > 0 && !held.ids.has('users')) found.push(`${name} without users`)
  const isTooLate = typeof level === 'number' && level < held.highest.level
  if (isTooLate && !isHeldAlready && kind !== 'skip-locked') found.push(`${name} after ${held.highest.name}`)
  return found
}

function hold(held: HeldLocks, { name, kind }: StatementLock, ids: readonly string[]) {
  const level = lockLevels.get(name)
  if (typeof level !== 'number') return
  if (level > held.highest.level) held.highest = { level, name }
  held.ids.set(name, new Set([...(held.ids.get(name) ?? []), ...(kind === 'insert' ? [] : ids)]))
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
