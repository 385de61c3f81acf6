import { expect, test } from 'vitest'
import { contactProblems } from './rules.ts'

const full = { name: 'João', email: 'joao@visita.test', subject: 'Dúvida', message: 'Olá' }

test('a full form has no problem', () => {
  expect(Object.values(contactProblems(full, false)).filter(Boolean)).toEqual([])
})

test('an empty form names each field; a member is not asked for the address', () => {
  const empty = { name: '', email: '', subject: '', message: '' }
  expect(Object.values(contactProblems(empty, false)).filter(Boolean)).toHaveLength(4)
  expect(contactProblems(empty, true).email).toBeUndefined()
})

test('an address without a dot behind its at is none', () => {
  expect(contactProblems({ ...full, email: 'joao@visita' }, false).email).toMatch(/válido/)
})
