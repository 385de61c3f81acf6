import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { describe, expect, test } from 'vitest'
import { workIn } from '../../../../test/samples.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import {
  describeInactive,
  describeLimit,
  findFeaturingError,
  findUndecidedHoliday,
  listMissingSetup,
  listOwned,
} from './rules.ts'

function createPlan(tier: OwnPlan['plan']['tier'], max: number | null) {
  return { plan: { tier, max_barbershops: max } } as OwnPlan
}

const on = { is_active: true }
const off = { is_active: false }

test('only active barbershops count against the plan [8.19]', () => {
  expect(describeLimit(createPlan('professional', 3), [on, on, off])).toBeUndefined()
  expect(describeLimit(createPlan('professional', 3), [on, on, on])).toBe(
    'Você atingiu o limite de 3 barbearias ativas do seu plano.',
  )
  expect(describeLimit(createPlan('basic', 1), [on])).toBe('Você atingiu o limite de 1 barbearia ativa do seu plano.')
  expect(describeLimit(createPlan('premium', null), [on, on, on])).toBeUndefined()
})

test('a barbershop that one only manages does not count against the own plan', () => {
  const own = { id: 'own', is_active: true }
  const managed = { id: 'managed', is_active: true }
  const { permissions } = workIn({ id: 'managed', name: 'Navalha' }, 'MANAGER')
  expect(listOwned([own, managed], { permissions })).toEqual([own])
  expect(listOwned([own, managed], undefined)).toEqual([own, managed])
  expect(describeLimit(createPlan('basic', 2), listOwned([own, managed], { permissions }))).toBeUndefined()
})

test('only Premium features barbershops [5.20]', () => {
  const title = 'Apenas usuários com o plano Premium podem destacar barbearias.'
  expect(findFeaturingError(createPlan('premium', null))).toBeUndefined()
  expect(findFeaturingError(createPlan('professional', 3))).toMatchObject({ title, text: expect.any(String) })
  expect(findFeaturingError(createPlan('basic', 1))).toMatchObject({ title })
})

test('a barbershop that cannot be booked lists what is missing', () => {
  const bare = { services: [{ isActive: false }], workingHours: [{ isClosed: true }], barberCount: 0 }
  expect(listMissingSetup(bare as OwnBarbershop)).toEqual(['serviços', 'horários', 'barbeiros'])
  const ready = { services: [{ isActive: true }], workingHours: [{ isClosed: false }], barberCount: 1 }
  expect(listMissingSetup(ready as OwnBarbershop)).toEqual([])
})

test('after a payment the text mentions that blocked barbershops can be reactivated, if the plan allows it [2.93]', () => {
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

describe('the next holiday without a decision', () => {
  const open = [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, isClosed: false }))
  const shop = { state: 'SP', workingHours: open, specialDates: [] } as unknown as OwnBarbershop
  const decided = (...dates: string[]) => ({ ...shop, specialDates: dates.map((date) => ({ date })) }) as OwnBarbershop

  test('is shown from 45 days before, and again every year', () => {
    for (const year of [2026, 2027, 2028, 2029]) {
      expect(findUndecidedHoliday(decided(`${year}-11-02`, `${year}-11-20`), `${year}-11-11`)?.name).toMatch(
        /Proclamação|Natal/,
      )
      expect(findUndecidedHoliday(decided(`${year}-11-20`), `${year}-11-16`)).toEqual(
        new Date(`${year}-12-25`).getUTCDay() === 0 ? undefined : expect.objectContaining({ date: `${year}-12-25` }),
      )
    }
    expect(findUndecidedHoliday(shop, '2026-07-10')).toBeUndefined()
  })

  test('is not one on a weekday that is closed, or one that the owner has decided', () => {
    // 15 November 2026 is a Sunday.
    expect(findUndecidedHoliday(decided('2026-11-20', '2026-12-25'), '2026-11-11')).toBeUndefined()
    expect(findUndecidedHoliday(shop, '2026-11-11')?.date).toBe('2026-11-20')
  })

  test('is over when its day is over in the time zone of the barbershop', () => {
    const instant = new Date('2026-12-26T02:30:00Z')
    const dateOf = (timeZone: string) => findUndecidedHoliday(shop, toLocalTime(instant, timeZone).date)?.date
    expect(dateOf('America/Sao_Paulo')).toBe('2026-12-25')
    expect(dateOf('America/Rio_Branco')).toBe('2026-12-25')
    expect(dateOf('America/Noronha')).toBe('2027-01-01')
  })
})
