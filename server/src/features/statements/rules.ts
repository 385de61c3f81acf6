import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import type { PixReceiver } from '@na-regua/contract/pix'
import type { VisitPix } from '@na-regua/contract/statements'
import { toTxid } from '@na-regua/contract/txids'
import { foldWords } from '../imports/rows/rules.ts'

/**
 * The key in its canonical form, and the name and city as banks will show them: read back from a code that is made for them. Undefined for
 * a key that is not of the chosen type, or texts of which nothing is left in ASCII. Whether the key exists only the bank knows.
 */
export function toPixReceiver({ keyType, key, merchantName, merchantCity }: PixReceiver): PixReceiver | undefined {
  // Eleven digits may be a CPF and a mobile number: which, the owner says.
  const info = getPixKeyInfo(keyType === 'phone' ? toInternational(key) : key.trim())
  if (info?.type !== keyType) return undefined
  const code = generatePixPayload({ key: info.value, merchantName, merchantCity })
  const read = code ? getPixPayloadInfo(code) : null
  if (read?.key !== info.value) return undefined
  return { keyType, key: info.value, merchantName: read.merchantName, merchantCity: read.merchantCity }
}

function toInternational(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return `+55${digits.replace(/^55(?=\d{10,11}$)/, '')}`
}

/** The payment that a text of the bank names. Some banks write everything in capitals. */
export function findNamedPayment(txids: readonly string[], payments: ReadonlyMap<string, string>): string | undefined {
  return txids.map((txid) => payments.get(txid.toUpperCase())).find(Boolean)
}

/** The ids of payments by their txids, in capitals. */
export function indexByTxid(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.map((id) => [toTxid(id).toUpperCase(), id]))
}

const DAY_MS = 86_400_000
/** Banks write a Pix of a weekend on its own day or on Monday. */
const MAX_DAYS_APART = 3
const MAX_SUGGESTIONS = 3

type Received = { id: string; day: string; cents: number; description: string | null }
type Candidate = VisitPix & { localDay: string }
type Suggested<P> = { suggestions: P[]; isClear: boolean }

/**
 * Payments of the same amount about the same day: those whose customer the bank names come first, then the nearest days. They decide
 * nothing, because a barbershop has many payments of one price. Where a day has as many Pix as payments of an amount, each has one of its own
 * first.
 */
export function suggestPayments<P extends Candidate>(
  entries: readonly Received[],
  payments: readonly P[],
): Map<string, Suggested<P>> {
  const suggested = new Map<string, Suggested<P>>()
  const groups = Map.groupBy(entries, ({ day, cents }) => `${day} ${cents}`)
  for (const group of groups.values()) {
    const [{ day, cents }] = group as [Received]
    const near = payments.filter((one) => one.cents === cents && daysApart(one, day) <= MAX_DAYS_APART)
    const ofDay = near.filter(({ localDay }) => localDay === day)
    const isClear = ofDay.length === group.length
    let free = ofDay
    for (const entry of group) {
      const [own] = rank(entry, free)
      if (isClear) free = free.filter((one) => one !== own)
      const others = rank(entry, near).filter((one) => one !== own)
      const all = isClear && own ? [own, ...others] : rank(entry, near)
      suggested.set(entry.id, { suggestions: all.slice(0, MAX_SUGGESTIONS), isClear })
    }
  }
  return suggested
}

const daysApart = ({ localDay }: Candidate, day: string) => Math.abs(Date.parse(localDay) - Date.parse(day)) / DAY_MS

function rank<P extends Candidate>({ day, description }: Received, payments: readonly P[]): P[] {
  const words = new Set(foldWords(description ?? '').split(' '))
  const isNamed = ({ customerName }: P) => {
    const [first = ''] = foldWords(customerName ?? '').split(' ')
    return first.length > 2 && words.has(first)
  }
  return payments.toSorted(
    (one, other) => Number(isNamed(other)) - Number(isNamed(one)) || daysApart(one, day) - daysApart(other, day),
  )
}
