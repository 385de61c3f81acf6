import { expect, test } from 'vitest'
import { cleanSpecialty, specialtyKey } from './members.ts'

test.each([
  [' Degradê ', 'Degradê', 'degradê'],
  ['Risca  na\nrégua', 'Risca na régua', 'risca na régua'],
  ['CORTE\u0007 INFANTIL', 'CORTE INFANTIL', 'corte infantil'],
  [' \n ', '', ''],
])('%j is stored as %j and known by %j', (name, stored, key) => {
  expect(cleanSpecialty(name)).toBe(stored)
  expect(specialtyKey(name)).toBe(key)
})
