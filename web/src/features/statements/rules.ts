import type { BankEntry, VisitPix } from '@na-regua/contract/statements'
import { formatDateAndTime } from '../../lib/format.ts'

/** 'Comanda 12 · Ana Lima · 11/03/2026 às 14h20 · com Beto' */
export function describeVisitPix({ number, customerName, closedAt, barberName }: VisitPix, timeZone: string): string {
  const barber = barberName && `com ${barberName}`
  return [`Comanda ${number}`, customerName, formatDateAndTime(closedAt, timeZone), barber].filter(Boolean).join(' · ')
}

/** Each Pix with its payment, where it is clear which one it is. */
export function listClearPairs(entries: readonly BankEntry[]): { entryId: string; paymentId: string }[] {
  return entries.flatMap(({ id, isClear, suggestions: [first] }) =>
    isClear && first ? [{ entryId: id, paymentId: first.id }] : [],
  )
}
