import { expect, test } from 'vitest'
import { describeFee, describeInstallment } from './rules.ts'

test('a payment by card says its brand and which instalment it is', () => {
  const visit = { id: crypto.randomUUID(), day: '2026-03-11', number: 5 }
  const paymentId = crypto.randomUUID()
  const part = {
    paymentId,
    visit,
    method: 'credit',
    brand: 'Visa',
    number: 2,
    count: 3,
    amountCents: 1000,
    feeCents: 40,
  } as const
  expect(describeInstallment(part)).toBe('Crédito Visa, parcela 2 de 3')
  expect(describeInstallment({ ...part, number: 1, count: 1 })).toBe('Crédito Visa')
  expect(describeInstallment({ ...part, method: 'debit', brand: null, number: 1, count: 1 })).toBe('Débito')
  expect(describeFee(part).replaceAll('\u00a0', ' ')).toBe('R$ 10,00 menos R$ 0,40 de taxa')
})
