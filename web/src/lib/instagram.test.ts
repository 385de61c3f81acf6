import { expect, test } from 'vitest'
import { describeTypedInstagram, instagramHref } from './instagram.ts'

test('an account has one address', () => {
  expect(instagramHref('navalha.ouro')).toBe('https://www.instagram.com/navalha.ouro/')
})

test('what was typed says what it opens, or why it is no account', () => {
  expect(describeTypedInstagram('@Navalha')).toEqual({ opens: 'instagram.com/navalha' })
  expect(describeTypedInstagram('na valha').problem).toMatch(/^Escreva só o usuário/)
  expect(describeTypedInstagram(' ')).toEqual({ problem: undefined })
})
