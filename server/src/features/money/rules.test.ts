import { accountKinds } from '@na-regua/contract/ledger'
import { expect, test } from 'vitest'
import { groupOfAccount, toResult } from './rules.ts'

test('a result is income less costs, each account with the sign that people use', () => {
  const booked = [
    { account: 'services', cents: -10_000 },
    { account: 'products', cents: -4000 },
    { account: 'commission', cents: 5000 },
    { account: 'cardFees', cents: 120 },
    { account: 'rent', cents: 3000 },
    { account: 'cashDifference', cents: -50 },
    { account: 'cash', cents: 14_000 },
    { account: 'taxes', cents: 0 },
  ] as const
  expect(toResult(booked)).toEqual({
    groups: [
      {
        group: 'income',
        cents: 14_000,
        accounts: [
          { account: 'services', cents: 10_000 },
          { account: 'products', cents: 4000 },
        ],
      },
      {
        group: 'direct',
        cents: 5120,
        accounts: [
          { account: 'commission', cents: 5000 },
          { account: 'cardFees', cents: 120 },
        ],
      },
      {
        group: 'expense',
        cents: 2950,
        accounts: [
          { account: 'rent', cents: 3000 },
          { account: 'cashDifference', cents: -50 },
        ],
      },
    ],
    resultCents: 5930,
  })
})

test('what is owned and owed is in no group', () => {
  const others = accountKinds.filter((account) => groupOfAccount(account) === undefined)
  expect(others).toEqual(
    'cash bank pix pixPending card voucher debt advance stock tips commissionPayable equity'.split(' '),
  )
})
