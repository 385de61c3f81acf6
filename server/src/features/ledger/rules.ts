import { createHash } from 'node:crypto'
import type { AccountKind } from '@na-regua/contract/ledger'

export type { AccountKind }

/** What the owner of an account is. */
type AccountOwner = 'barbershop' | 'barber' | 'customer' | 'register'
type AccountType = 'asset' | 'liability' | 'income' | 'expense' | 'equity'
type AccountRules = {
  type: AccountType
  owner: AccountOwner
  /** Its balance is never below zero: what is not there cannot be taken out. */
  isMinZero?: boolean
}

/** The accounts of a barbershop's book. Debits increase assets and expenses, credits the others. */
const accountRules: Record<AccountKind, AccountRules> = {
  /** What should be in a register. */
  cash: { type: 'asset', owner: 'register', isMinZero: true },
  bank: { type: 'asset', owner: 'barbershop' },
  /** Pix that arrived, and Pix that staff still have to check. */
  pix: { type: 'asset', owner: 'barbershop' },
  pixPending: { type: 'asset', owner: 'barbershop' },
  /** What the acquirers of cards owe. */
  card: { type: 'asset', owner: 'barbershop' },
  voucher: { type: 'asset', owner: 'barbershop' },
  /** What a customer owes (fiado). */
  debt: { type: 'asset', owner: 'customer' },
  /** What a barber got before it was earned (vale). */
  advance: { type: 'asset', owner: 'barber', isMinZero: true },
  stock: { type: 'asset', owner: 'barbershop' },
  tips: { type: 'liability', owner: 'barber' },
  commissionPayable: { type: 'liability', owner: 'barber' },
  services: { type: 'income', owner: 'barbershop' },
  products: { type: 'income', owner: 'barbershop' },
  /** What barbers pay who rent their place. */
  barberRent: { type: 'income', owner: 'barbershop' },
  commission: { type: 'expense', owner: 'barbershop' },
  cardFees: { type: 'expense', owner: 'barbershop' },
  productCost: { type: 'expense', owner: 'barbershop' },
  cashDifference: { type: 'expense', owner: 'barbershop' },
  rent: { type: 'expense', owner: 'barbershop' },
  supplies: { type: 'expense', owner: 'barbershop' },
  utilities: { type: 'expense', owner: 'barbershop' },
  marketing: { type: 'expense', owner: 'barbershop' },
  maintenance: { type: 'expense', owner: 'barbershop' },
  taxes: { type: 'expense', owner: 'barbershop' },
  otherExpenses: { type: 'expense', owner: 'barbershop' },
  /** What the owner put in, less what they took out. */
  equity: { type: 'equity', owner: 'barbershop' },
}

/** One entry to be: debits are positive cents, credits negative. Without cents it is not written. */
export type Posting = {
  kind: AccountKind
  /** The barber, the customer's profile or the register; none for accounts of the barbershop. */
  ownerId?: string | undefined
  cents: number
  /** The line of the source that it is about. */
  line?: number | undefined
}

export type PostedTransaction = {
  /** Made by who posts: the same id a second time must say the same. */
  id: string
  barbershopId: string
  /** What happened, such as `visit` or `commission`. */
  kind: string
  sourceId?: string | undefined
  /** Decides the month. */
  occurredAt: Date
  actorId?: string | undefined
  postings: readonly Posting[]
}

export function isMinZero(kind: AccountKind): boolean {
  return accountRules[kind].isMinZero === true
}

export function typeOfAccount(kind: AccountKind): AccountType {
  return accountRules[kind].type
}

/** Cents as people say them: income, what is owed and what the owner put in are positive when they grow, though they are credits. */
export function toSpokenCents(kind: AccountKind, cents: number): number {
  const type = typeOfAccount(kind)
  return type === 'asset' || type === 'expense' || cents === 0 ? cents : -cents
}

/** Throws on a programming error: a book that takes what does not balance is worse than a refused request. The database checks it again. */
export function checkPostings(postings: readonly Posting[]): void {
  if (!postings.every(({ cents }) => Number.isSafeInteger(cents))) throw new Error('a posting is not in whole cents')
  const sum = postings.reduce((total, { cents }) => total + cents, 0)
  if (sum !== 0) throw new Error(`postings sum to ${sum} cents instead of 0`)
  for (const { kind, ownerId } of postings)
    if ((accountRules[kind].owner === 'barbershop') === (ownerId !== undefined))
      throw new Error(`an account of kind ${kind} belongs to a ${accountRules[kind].owner}`)
}

/** What a repetition must have in common with the first request. */
export function hashTransaction({ barbershopId, kind, sourceId, occurredAt, postings }: PostedTransaction): Buffer {
  const content = postings
    .filter(({ cents }) => cents !== 0)
    .map((posting) => [posting.kind, posting.ownerId ?? null, posting.cents, posting.line ?? null])
  const text = JSON.stringify([barbershopId, kind, sourceId ?? null, occurredAt.toISOString(), content])
  return createHash('sha256').update(text).digest()
}

/** A transaction as the book is read: what the digest of its month is made of. `entries` are in the order of their positions. */
export type BookTransaction = {
  id: string
  kind: string
  sourceId: string | null
  reverses: string | null
  occurredAt: Date
  recordedAt: Date
  actorId: string | null
  entries: { account: string; owner: string | null; asset: string; cents: number; line: number | null }[]
}

/** One transaction of the book as a line of text: what owners download, and what the digest of its month is made of. */
export function toBookLine({ sourceId, occurredAt, recordedAt, actorId, ...transaction }: BookTransaction): string {
  return JSON.stringify({
    transaction: transaction.id,
    kind: transaction.kind,
    source: sourceId,
    reverses: transaction.reverses,
    occurredAt: occurredAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    actor: actorId,
    entries: transaction.entries,
  })
}

/** SHA-256 of the digest of the month before, in hexadecimal, and the transactions of the month, each with a line feed. */
export function digestMonth(previous: Buffer | undefined, lines: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const line of [previous?.toString('hex') ?? '', ...lines]) hash.update(`${line}\n`)
  return hash.digest()
}
