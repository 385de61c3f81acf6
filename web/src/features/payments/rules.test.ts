import { paymentStatuses, type SubscriptionBill } from '@na-regua/contract/payments'
import { expect, test } from 'vitest'
import { ApiResponseError } from '../../lib/api-error.ts'
import {
  canRefund,
  describeBill,
  describeIntentError,
  formatClock,
  listCancelConsequences,
  NO_SECRET,
  outcomeOf,
  POLL_SECONDS,
} from './rules.ts'

test('the counter shows minutes and seconds and grows by three seconds with each request [2.84, 4.22, 9.10]', () => {
  expect([0, 1, 20, 21, 400].map((polls) => formatClock(polls * POLL_SECONDS))).toEqual([
    '0:00',
    '0:03',
    '1:00',
    '1:03',
    '20:00',
  ])
})

test('only succeeded and failed are final; an expired payment stays pending [4.23]', () => {
  expect(paymentStatuses.map((status) => [status, outcomeOf(status)])).toEqual([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'success'],
    ['failed', 'failed'],
    ['expired', 'pending'],
  ])
})

test('the message of the server explains why there is no payment session; a missing client secret is named [8.23]', () => {
  const unavailable = new ApiResponseError(503, { message: 'A operadora não respondeu.' })
  expect(describeIntentError(unavailable)).toEqual({ title: 'A operadora não respondeu.', canRetry: true })
  expect(describeIntentError(new Error('anything'))).toEqual({
    title: 'Erro ao criar sessão de checkout. Por favor, tente novamente.',
    canRetry: true,
  })
  expect(describeIntentError(new ApiResponseError(403, { code: 'FORBIDDEN' })).canRetry).toBe(false)
  expect(describeIntentError(new Error(NO_SECRET))).toEqual({
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
  priceCents: 7990,
  cancelledAt: null,
  continuesFree: false,
  hasPortal: false,
}

const now = new Date('2026-11-21T12:00:00Z')
const soon = '2026-11-28T11:59:00.000Z'

test.each<[string, Partial<SubscriptionBill>, ReturnType<typeof describeBill>]>([
  ['a card renews by itself', {}, { kind: 'renews', until: end }],
  ['a Pix ends', { renewsItself: false }, { kind: 'ends', until: end }],
  [
    'and is paid again in its last week',
    { renewsItself: false, periodEndsAt: soon },
    { kind: 'ends', until: soon, pay: 'checkout' },
  ],
  ['a failed renewal can be paid again', { graceEndsAt: grace }, { kind: 'grace', until: grace, pay: 'checkout' }],
  [
    'or in the portal of the provider',
    { graceEndsAt: grace, hasPortal: true },
    { kind: 'grace', until: grace, pay: 'portal' },
  ],
  ['a cancelled plan ends', { renewsItself: false, cancelledAt: end }, { kind: 'cancelled', until: end }],
  ['or is followed by the free plan', { cancelledAt: end, continuesFree: true }, { kind: 'downgraded', until: end }],
  ['the free plan has no end', { provider: 'free', periodEndsAt: null }, { kind: 'free', until: null }],
  ['no subscription, no bill', { provider: null }, undefined],
])('%s', (_, change, expected) => {
  expect(describeBill({ ...card, ...change }, now)).toEqual(expected)
})

test('the consequences of a cancellation name the date and the amount', () => {
  const [now, later] = listCancelConsequences(card, { isRefund: false, continuesFree: false })
  expect(now).toBe(
    'O que você já pagou vale até 21/12/2026. Depois disso nada mais é cobrado (hoje: R$\u00a079,90 por período).',
  )
  expect(later).toMatch(/^Depois de 21\/12\/2026, suas barbearias continuam à vista/)
  expect(listCancelConsequences(card, { isRefund: false, continuesFree: true })[1]).toMatch(/começa o plano Básico/)
  for (const change of [{ graceEndsAt: grace }, { provider: 'free', periodEndsAt: null }] as const)
    expect(listCancelConsequences({ ...card, ...change }, { isRefund: false, continuesFree: false })[0]).toBe(
      'O plano termina agora.',
    )
  expect(listCancelConsequences(card, { isRefund: true, continuesFree: false })[0]).toBe('O plano termina agora.')
})

test('a payment is refundable until the last moment, a free plan is not', () => {
  const bought = { ...card, refundUntil: end, refundCents: 7990 }
  expect(canRefund(bought, new Date('2026-12-21T11:59:59Z'))).toBe(true)
  expect(canRefund(bought, new Date(end))).toBe(false)
  expect(canRefund({ ...bought, refundCents: 0 }, new Date('2026-12-01'))).toBe(false)
  expect(canRefund(card, new Date('2026-12-01'))).toBe(false)
})
