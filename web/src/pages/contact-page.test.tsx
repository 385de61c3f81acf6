import { expect, test } from 'vitest'
import { contactProblems } from './contact-page.tsx'

const full = { name: 'João', email: 'joao@visita.test', subject: 'Dúvida', message: 'Olá' }

test('a complete form has no problems', () => {
  expect(Object.values(contactProblems(full, false)).filter(Boolean)).toEqual([])
})

test('an empty form reports each field; a logged-in user needs no email', () => {
  const empty = { name: '', email: '', subject: '', message: '' }
  expect(Object.values(contactProblems(empty, false)).filter(Boolean)).toHaveLength(4)
  expect(contactProblems(empty, true).email).toBeUndefined()
})

test('an email without a dot after the @ is invalid', () => {
  expect(contactProblems({ ...full, email: 'joao@visita' }, false).email).toMatch(/válido/)
})
