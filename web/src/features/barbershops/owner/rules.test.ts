import type { OwnBarbershop } from '@na-regua/contract/owners'
import type { OwnPlan } from '@na-regua/contract/plans'
import { expect, test } from 'vitest'
import { describeLimit, findFeaturingHurdle, listGaps } from './rules.ts'

function planOf(tier: OwnPlan['plan']['tier'], most: number | null) {
  return { plan: { tier, max_barbershops: most } } as OwnPlan
}

const [on, off] = [{ is_active: true }, { is_active: false }]

test('only active shops count against the plan', () => {
  expect(describeLimit(planOf('professional', 3), [on, on, off])).toBeUndefined()
  expect(describeLimit(planOf('professional', 3), [on, on, on])).toBe(
    'Você atingiu o limite de 3 barbearias ativas do seu plano.',
  )
  expect(describeLimit(planOf('basic', 1), [on])).toBe('Você atingiu o limite de 1 barbearia ativa do seu plano.')
  expect(describeLimit(planOf('premium', null), [on, on, on])).toBeUndefined()
})

test('only Premium stands in front of the others', () => {
  expect(findFeaturingHurdle(planOf('premium', null))).toBeUndefined()
  expect(findFeaturingHurdle(planOf('professional', 3))).toBe(
    'Apenas usuários com o plano Premium podem destacar barbearias.',
  )
})

test('a shop where nobody can book yet says why', () => {
  const bare = { services: [{ isActive: false }], workingHours: [{ isClosed: true }], barberCount: 0 }
  expect(listGaps(bare as OwnBarbershop)).toEqual(['serviços', 'horários', 'barbeiros'])
  const ready = { services: [{ isActive: true }], workingHours: [{ isClosed: false }], barberCount: 1 }
  expect(listGaps(ready as OwnBarbershop)).toEqual([])
})
