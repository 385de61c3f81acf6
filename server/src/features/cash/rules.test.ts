import { describe, expect, test } from 'vitest'
import { findMovementProblem, postDifference, postingsOfMovement } from './rules.ts'

const registerId = '11111111-1111-4111-8111-111111111111'
const barberId = '22222222-2222-4222-8222-222222222222'

describe('a movement', () => {
  test('is posted from or to its account', () => {
    expect(postingsOfMovement({ kind: 'supply', amountCents: 5000, account: 'bank' }, registerId)).toEqual([
      { kind: 'cash', ownerId: registerId, cents: 5000 },
      { kind: 'bank', cents: -5000 },
    ])
    expect(
      postingsOfMovement({ kind: 'advance', amountCents: 3000, account: 'advance', barberId }, registerId),
    ).toEqual([
      { kind: 'cash', ownerId: registerId, cents: -3000 },
      { kind: 'advance', ownerId: barberId, cents: 3000 },
    ])
  })

  test('has an account of its kind, a reason where money leaves, and a barber if it is an advance', () => {
    const problems = [
      { kind: 'drop' as const, account: 'rent' as const, reason: 'Banco' },
      { kind: 'drop' as const, account: 'bank' as const, reason: ' ' },
      { kind: 'expense' as const, account: 'rent' as const },
      { kind: 'expense' as const, account: 'rent' as const, reason: 'Aluguel', barberId },
      { kind: 'advance' as const, account: 'advance' as const },
    ].map((movement) => findMovementProblem({ ...movement, amountCents: 100 }))
    expect(problems).toEqual([
      'Diga de onde veio ou para onde foi o dinheiro.',
      'Escreva o motivo.',
      'Escreva o motivo.',
      'Só um vale é de um barbeiro.',
      'Escolha o barbeiro do vale.',
    ])
    expect(findMovementProblem({ kind: 'supply', amountCents: 100, account: 'equity' })).toBeUndefined()
  })
})

test("what is in a register before its first session is the owner's", () => {
  expect(postDifference(10_000, { registerId, isFirst: true })[1]).toEqual({ kind: 'equity', cents: -10_000 })
  expect(postDifference(-50, { registerId })).toEqual([
    { kind: 'cash', ownerId: registerId, cents: -50 },
    { kind: 'cashDifference', cents: 50 },
  ])
})
