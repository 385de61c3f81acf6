import type { CashCount, CashMovement, CashSession } from '@na-regua/contract/cash'
import { expect, test } from 'vitest'
import {
  describeCashDifference,
  describeMovement,
  differenceOf,
  formatSigned,
  listAccounts,
  signedCents,
  sumRegisters,
} from './rules.ts'

const movement: CashMovement = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'expense',
  amountCents: 1500,
  account: 'supplies',
  barberName: null,
  reason: 'Café',
  occurredAt: '2026-03-11T15:00:00.000Z',
  actorName: 'Rita',
  reverses: null,
  isReversed: false,
}
const reversal = { ...movement, reverses: movement.id }

test('a movement says what it was and what it did to the register', () => {
  expect(describeMovement(movement)).toBe('Despesa · Material')
  expect(describeMovement(reversal)).toBe('Estorno de despesa')
  expect(describeMovement({ ...movement, kind: 'advance', account: 'advance', barberName: 'Beto' })).toBe('Vale · Beto')
  expect(signedCents(movement)).toBe(-1500)
  expect(signedCents(reversal)).toBe(1500)
  expect(signedCents({ ...movement, kind: 'supply' })).toBe(1500)
  expect(formatSigned(-1500)).toBe('− R$\u00a015,00')
})

test('a difference is what was counted beyond what was expected', () => {
  expect(differenceOf({ method: 'cash', expectedCents: 14_500, countedCents: 14_000 })).toBe(-500)
  expect(differenceOf({ method: 'pix', expectedCents: 100, countedCents: null })).toBeUndefined()
  expect([-500, 0, 500].map(describeCashDifference)).toEqual([
    'Faltaram R$\u00a05,00',
    'Confere',
    'Sobraram R$\u00a05,00',
  ])
})

test('each kind of movement has accounts of its own', () => {
  expect(listAccounts('drop').map(({ label }) => label)).toEqual(['Banco ou cofre', 'Dono'])
  expect(listAccounts('expense')).toHaveLength(7)
})

test('the registers of a day are summed: each drawer as it was last closed, the other methods as a whole', () => {
  const session = (id: string, counts: CashSession['counts']) => ({ register: { id }, counts }) as CashSession
  const count = (method: CashCount['method'], expectedCents: number, countedCents: number | null) => ({
    method,
    expectedCents,
    countedCents,
  })
  const sessions = [
    session('usual', [count('cash', 100, 90), count('pix', 50, 50)]),
    session('bar', [count('cash', 30, 30)]),
    session('usual', [count('cash', 200, 210), count('pix', 5, null)]),
    session('bar', null),
  ]
  expect(sumRegisters(sessions)).toEqual([count('pix', 55, null), count('cash', 230, 240)])
})
