import type { Plan } from '@na-regua/contract/plans'
import { expect, test } from 'vitest'
import { describeUse, listLimits } from './rules.ts'

test('an owner reads how much of the plan is used, and where it sets no limit', () => {
  const plan = { max_barbershops: 3, max_barbers: null } as Plan
  expect(listLimits(plan, { barbershops: 1, barbers: 7 }).map(describeUse)).toEqual(['1 de 3', '7, sem limite'])
})
