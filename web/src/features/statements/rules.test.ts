import type { BankEntry, VisitPix } from '@na-regua/contract/statements'
import { expect, test } from 'vitest'
import { describeVisitPix, listClearPairs } from './rules.ts'

const payment: VisitPix = {
  id: 'p1',
  visitId: 'v1',
  day: '2026-03-11',
  number: 12,
  closedAt: '2026-03-11T17:20:00Z',
  cents: 5000,
  customerName: 'Ana Lima',
  barberName: 'Beto',
  confirmedAt: null,
}

test('a payment is described by its visit', () => {
  expect(describeVisitPix(payment, 'America/Sao_Paulo')).toBe('Comanda 12 · Ana Lima · 11/03/2026 às 14h20 · com Beto')
  const bare = { ...payment, customerName: null, barberName: null }
  expect(describeVisitPix(bare, 'America/Sao_Paulo')).toBe('Comanda 12 · 11/03/2026 às 14h20')
})

test('only clear ones are confirmed together, each with its first suggestion', () => {
  const entry: BankEntry = {
    id: 'e1',
    day: '2026-03-11',
    cents: 5000,
    description: null,
    state: 'unknown_here',
    payment: null,
    suggestions: [payment],
    isClear: true,
  }
  const entries = [entry, { ...entry, id: 'e2', isClear: false }, { ...entry, id: 'e3', suggestions: [] }]
  expect(listClearPairs(entries)).toEqual([{ entryId: 'e1', paymentId: 'p1' }])
})
