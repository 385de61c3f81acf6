import { expect, test } from 'vitest'
import { readName } from './rows/rules.ts'

test.each([
  ['João.Br', 'João.Br'],
  ['Zé.Top', 'Zé.Top'],
  ['M.Me', 'M.Me'],
  ['Lu.Net', 'Lu.Net'],
  ['ana.souza@naregua.com.br', 'ana.souza@naregua.com.br'],
  ['Família 👨\u200d👩\u200d👧', 'Família 👨\u200d👩\u200d👧'],
  ['A\u200bna', 'Ana'],
])('the name %j is %j', (text, name) => {
  expect(readName(text, 'Falta o nome')).toBe(name)
})

test.each(['joao.br/promo', 'visite golpe.shop', 'fale com ana@golpe.com', '1.2.3.4'])('%j is no name', (text) => {
  expect(() => readName(text, 'Falta o nome')).toThrow('O nome não pode ter o endereço de um site.')
})
