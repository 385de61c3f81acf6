import { expect, test } from 'vitest'
import { publicName } from './rules.ts'

test.each([
  ['Carlos Menezes', 'Carlos M.'],
  ['Maria das Dores Lima', 'Maria L.'],
  ['  João   ávila ', 'João Á.'],
  ['Zé', 'Zé'],
  ['Ana 𝒜lves', 'Ana 𝒜.'],
  ['ana@naregua.test', 'Cliente'],
  ['Ana ana@naregua.test', 'Ana'],
  ['', 'Cliente'],
  [null, 'Cliente'],
])('%s is %s in public', (name, shown) => {
  expect(publicName(name)).toBe(shown)
})
