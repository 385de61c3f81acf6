import { paymentStatuses } from '@na-regua/contract/payments'
import { expect, test } from 'vitest'
import { formatClock, outcomeOf, POLL_SECONDS } from './rules.ts'

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
