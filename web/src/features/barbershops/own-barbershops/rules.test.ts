import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { aheadOf, describeLimit, describeOff, findFeaturingHurdle, listGaps } from './rules.ts'

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

test('who pays again is told that blocked shops wait, where there is room for them', () => {
  const blocked = { is_active: false, isBlocked: true }
  const usual = 'Fora das buscas. Nada foi apagado: serviços, horários e equipe esperam por você.'
  const paid = { ...planOf('basic', 1), canEdit: true }
  expect(describeOff(paid, [blocked])).toBe(
    'Seu plano está em dia: ative as que você quer de volta nas buscas. Nada foi apagado.',
  )
  expect(describeOff(paid, [blocked, { is_active: true, isBlocked: false }])).toBe(usual)
  expect(describeOff({ ...paid, canEdit: false }, [blocked])).toBe(usual)
  expect(describeOff(paid, [{ is_active: false, isBlocked: false }])).toBe(usual)
})

test('who is booked is read from the refusal, and from no other', () => {
  const ahead = { appointments: [], timeZone: 'America/Manaus' }
  expect(aheadOf(new ApiError(409, { code: 'FUTURE_APPOINTMENTS', ...ahead }))).toEqual(ahead)
  expect(aheadOf(new ApiError(409, { code: 'FUTURE_APPOINTMENTS' }))).toBeUndefined()
  expect(aheadOf(new ApiError(404, { code: 'NOT_FOUND', ...ahead }))).toBeUndefined()
})
