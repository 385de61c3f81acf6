import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { expect, test } from 'vitest'
import { ApiResponseError } from '../../../lib/api-error.ts'
import {
  describeInactive,
  describeLimit,
  findFeaturingError,
  findUpcomingAppointments,
  listMissingSetup,
} from './rules.ts'

function createPlan(tier: OwnPlan['plan']['tier'], max: number | null) {
  return { plan: { tier, max_barbershops: max } } as OwnPlan
}

const [on, off] = [{ is_active: true }, { is_active: false }]

test('only active barbershops count against the plan', () => {
  expect(describeLimit(createPlan('professional', 3), [on, on, off])).toBeUndefined()
  expect(describeLimit(createPlan('professional', 3), [on, on, on])).toBe(
    'Você atingiu o limite de 3 barbearias ativas do seu plano.',
  )
  expect(describeLimit(createPlan('basic', 1), [on])).toBe('Você atingiu o limite de 1 barbearia ativa do seu plano.')
  expect(describeLimit(createPlan('premium', null), [on, on, on])).toBeUndefined()
})

test('only Premium can feature barbershops', () => {
  expect(findFeaturingError(createPlan('premium', null))).toBeUndefined()
  expect(findFeaturingError(createPlan('professional', 3))).toBe(
    'Apenas usuários com o plano Premium podem destacar barbearias.',
  )
})

test('a barbershop that cannot be booked lists what is missing', () => {
  const bare = { services: [{ isActive: false }], workingHours: [{ isClosed: true }], barberCount: 0 }
  expect(listMissingSetup(bare as OwnBarbershop)).toEqual(['serviços', 'horários', 'barbeiros'])
  const ready = { services: [{ isActive: true }], workingHours: [{ isClosed: false }], barberCount: 1 }
  expect(listMissingSetup(ready as OwnBarbershop)).toEqual([])
})

test('after a payment the text mentions that blocked barbershops can be reactivated, if the plan allows it', () => {
  const blocked = { is_active: false, isBlocked: true }
  const usual = 'Fora das buscas. Nada foi apagado: serviços, horários e equipe esperam por você.'
  const paid = { ...createPlan('basic', 1), canEdit: true }
  expect(describeInactive(paid, [blocked])).toBe(
    'Seu plano está em dia: ative as que você quer de volta nas buscas. Nada foi apagado.',
  )
  expect(describeInactive(paid, [blocked, { is_active: true, isBlocked: false }])).toBe(usual)
  expect(describeInactive({ ...paid, canEdit: false }, [blocked])).toBe(usual)
  expect(describeInactive(paid, [{ is_active: false, isBlocked: false }])).toBe(usual)
})

test('upcoming appointments are read from the FUTURE_APPOINTMENTS error only', () => {
  const upcoming = { appointments: [], timeZone: 'America/Manaus' }
  expect(findUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS', ...upcoming }))).toEqual(
    upcoming,
  )
  expect(findUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS' }))).toBeUndefined()
  expect(findUpcomingAppointments(new ApiResponseError(404, { code: 'NOT_FOUND', ...upcoming }))).toBeUndefined()
})
