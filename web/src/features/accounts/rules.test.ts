import { expect, test } from 'vitest'
import { canEnter } from './rules.ts'

test('a page that asks for nothing lets everyone with a session in', () => {
  expect(['CUSTOMER', 'BARBER', 'OWNER'].map((role) => canEnter(role as 'OWNER', {}))).toEqual([true, true, true])
})

test('the pages of owners and admins let only owners in', () => {
  expect(canEnter('BARBER', { requireAdmin: true })).toBe(false)
  expect(canEnter('CUSTOMER', { requireOwner: true })).toBe(false)
  expect(canEnter('OWNER', { requireAdmin: true })).toBe(true)
})

test('a list of roles lets in exactly those', () => {
  expect(canEnter('BARBER', { allowedRoles: ['BARBER', 'OWNER'] })).toBe(true)
  expect(canEnter('CUSTOMER', { allowedRoles: ['BARBER', 'OWNER'] })).toBe(false)
})
