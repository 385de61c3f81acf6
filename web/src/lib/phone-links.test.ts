import { expect, test } from 'vitest'
import { callHref, chatHref } from './phone-links.ts'

test.each([
  ['6232141234', '+556232141234'],
  ['(62) 90000-1234', '+5562900001234'],
  ['+55 62 90000-1234', '+5562900001234'],
  // 55 is also the area code of Santa Maria.
  ['55900001234', '+5555900001234'],
  ['+351912345678', '+351912345678'],
  ['+13055550123', '+13055550123'],
  // Stored before numbers were checked.
  ['6287654321', '+556287654321'],
])('%s is called with its country code once', (phone, dialled) => {
  expect(callHref(phone)).toBe(`tel:${dialled}`)
  expect(chatHref(phone)).toBe(`https://wa.me/${dialled.slice(1)}`)
  expect(chatHref(phone, 'Olá & até')).toBe(`https://wa.me/${dialled.slice(1)}?text=Ol%C3%A1%20%26%20at%C3%A9`)
})

test('what is no number has no link', () => {
  for (const phone of [null, '', '190', 'ligue já', '123456789012345', '00000000000', '+1'])
    expect([callHref(phone), chatHref(phone, 'Olá')]).toEqual([undefined, undefined])
})
