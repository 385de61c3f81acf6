import { expect, test } from 'vitest'
import { type AgreedTerms, decideTermsOfOther } from './rules.ts'

const cut = { id: 'cut', name: 'Corte', durationMin: 45, bufferMin: 5, priceCents: 6000 }
const selected = { name: 'Corte', durationMin: 45, bufferMin: 5, priceCents: 6000, services: [cut] }
const agreed: AgreedTerms = { serviceIds: ['cut'], priceCents: 5000, isPriceByHand: false, isLastMinute: false }

test('another barber takes an appointment over with their price and duration', () => {
  expect(decideTermsOfOther(agreed, selected)).toEqual({
    durationMin: 45,
    bufferMin: 5,
    priceCents: 6000,
    services: [cut],
  })
})

test('a price that staff set by hand stays, the duration is that of the barber', () => {
  expect(decideTermsOfOther({ ...agreed, isPriceByHand: true }, selected)).toMatchObject({
    durationMin: 45,
    priceCents: 5000,
  })
})

test('no other barber takes over what they do not provide, what was removed, or the price of a last-minute slot', () => {
  expect(decideTermsOfOther(agreed, undefined)).toBeUndefined()
  expect(decideTermsOfOther({ ...agreed, serviceIds: ['cut', null] }, selected)).toBeUndefined()
  expect(decideTermsOfOther({ ...agreed, isLastMinute: true }, selected)).toBeUndefined()
})
