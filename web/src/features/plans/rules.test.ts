import type { Plan } from '@na-regua/contract/plans'
import { expect, test } from 'vitest'
import { commissionOf, describeSaving, describeUse, listLimits, listPlanFeatures } from './rules.ts'

const basic: Plan = {
  id: '1a01db17-e69d-5f5f-abbb-b1e0def26b06',
  tier: 'basic',
  name: 'Básico',
  description: '',
  billing_period: 'monthly',
  price_cents: 0,
  original_price_cents: null,
  discount_percent: 0,
  is_highlighted: false,
  max_barbershops: 1,
  max_barbers: 2,
}

test.each<[Partial<Plan>, string[]]>([
  [{}, ['1 barbearia', 'Até 2 barbeiros', 'Gerenciamento de agendamentos', 'Suporte por email']],
  [
    { tier: 'professional', max_barbershops: 3, max_barbers: 1 },
    ['Até 3 barbearias', '1 barbeiro', 'Gerenciamento de agendamentos', 'Destaque nas buscas', 'Suporte prioritário'],
  ],
  [
    { tier: 'premium', max_barbershops: null, max_barbers: null },
    [
      'Barbearias ilimitadas',
      'Barbeiros ilimitados',
      'Gerenciamento de agendamentos',
      'Destaque premium nas buscas',
      'Badge de verificado',
      'Suporte VIP 24/7',
    ],
  ],
])('features of %o [2.77, 2.83]', (plan, expected) => {
  expect(listPlanFeatures({ ...basic, ...plan })).toEqual(expected)
})

test('a commission is rounded to the cent', () => {
  expect(commissionOf(7, 3333, 10)).toBe(2333)
})

test('only a plan with a discount shows the saving [2.77]', () => {
  expect(describeSaving(basic)).toBeUndefined()
  expect(describeSaving({ ...basic, price_cents: 22_772, original_price_cents: 23_970 })).toMatch(/R\$.11,98$/)
})

test('limits show how much is used, or that there is no limit', () => {
  const plan = { max_barbershops: 3, max_barbers: null } as Plan
  expect(listLimits(plan, { barbershops: 1, barbers: 7 }).map(describeUse)).toEqual(['1 de 3', '7, sem limite'])
})
