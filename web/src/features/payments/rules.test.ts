import { paymentStatuses, type SubscriptionBill } from '@na-regua/contract/payments'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { canRefund, describeProblem, formatClock, NO_SECRET, outcomeOf, POLL_SECONDS, readBill } from './rules.ts'

test('the counter reads minutes and seconds and grows three seconds with each question', () => {
  expect([0, 1, 20, 21, 400].map((polls) => formatClock(polls * POLL_SECONDS))).toEqual([
    '0:00',
    '0:03',
    '1:00',
    '1:03',
    '20:00',
  ])
})

test('a payment is over when the money came or cannot come any more', () => {
  expect(paymentStatuses.map(outcomeOf)).toEqual(['pending', 'pending', 'success', 'failed', 'failed'])
})

test('the server says best why no payment was opened; a secret that is missing is named', () => {
  const unavailable = new ApiError(503, { message: 'A operadora não respondeu.' })
  expect(describeProblem(unavailable)).toEqual({ title: 'A operadora não respondeu.', canRetry: true })
  expect(describeProblem(new Error('anything'))).toEqual({
    title: 'Erro ao criar sessão de checkout. Por favor, tente novamente.',
    canRetry: true,
  })
  expect(describeProblem(new ApiError(403, { code: 'FORBIDDEN' })).canRetry).toBe(false)
  expect(describeProblem(new Error(NO_SECRET))).toEqual({
    title: 'Não foi possível carregar o formulário de pagamento.',
    detail: 'No client secret returned from server',
    canRetry: true,
  })
})

const end = '2026-12-21T12:00:00.000Z'
const grace = '2026-12-28T12:00:00.000Z'
const card: SubscriptionBill = {
  provider: 'sandbox',
  renewsItself: true,
  periodEndsAt: end,
  graceEndsAt: null,
  refundUntil: null,
  refundCents: 0,
  hasPortal: false,
}

const now = new Date('2026-11-21T12:00:00Z')
const soon = '2026-11-28T11:59:00.000Z'

test.each<[string, Partial<SubscriptionBill>, ReturnType<typeof readBill>]>([
  ['a card renews by itself', {}, { words: 'renews', until: end }],
  ['a Pix ends', { renewsItself: false }, { words: 'ends', until: end }],
  [
    'and is paid again in its last week',
    { renewsItself: false, periodEndsAt: soon },
    { words: 'ends', until: soon, pay: 'checkout' },
  ],
  ['a renewal that failed may be mended', { graceEndsAt: grace }, { words: 'grace', until: grace, pay: 'checkout' }],
  ['where the card lies', { graceEndsAt: grace, hasPortal: true }, { words: 'grace', until: grace, pay: 'portal' }],
  ['the free plan has no end', { provider: 'free', periodEndsAt: null }, { words: 'free', until: null }],
  ['no subscription, no bill', { provider: null }, undefined],
])('%s', (_, change, expected) => {
  expect(readBill({ ...card, ...change }, now)).toEqual(expected)
})

test('the money comes back until the last moment, where there was some', () => {
  const bought = { ...card, refundUntil: end, refundCents: 7990 }
  expect(canRefund(bought, new Date('2026-12-21T11:59:59Z'))).toBe(true)
  expect(canRefund(bought, new Date(end))).toBe(false)
  expect(canRefund({ ...bought, refundCents: 0 }, new Date('2026-12-01'))).toBe(false)
  expect(canRefund(card, new Date('2026-12-01'))).toBe(false)
})
