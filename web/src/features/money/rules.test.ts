import { expect, test } from 'vitest'
import { isEmptyReport } from './rules.ts'

test('a report without anything is empty, one with an expense is not', () => {
  const empty = {
    from: '2026-03-01',
    to: '2026-03-31',
    resultCents: 0,
    groups: [{ group: 'expense' as const, cents: 0, accounts: [] }],
    days: [],
    paid: [],
    barbers: [],
    items: [],
  }
  expect(isEmptyReport(empty)).toBe(true)
  const rent = { account: 'rent' as const, cents: 100 }
  expect(isEmptyReport({ ...empty, groups: [{ group: 'expense', cents: 100, accounts: [rent] }] })).toBe(false)
})
