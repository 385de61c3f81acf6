import { describe, expect, test } from 'vitest'
import { hasWebAddress, normalizeName } from './names.ts'

describe('a name', () => {
  test.each([
    ['a line break', 'Ana\r\n\tSouza', 'Ana Souza'],
    ['a line separator', 'Ana\u2028\u2029Souza', 'Ana Souza'],
    ['control characters', 'Ana\u0007 \u0085Souza\u009f', 'Ana Souza'],
    ['a zero-width space, joiner and word joiner', 'A\u200bn\u200da\u2060', 'Ana'],
    ['a byte order mark', '\ufeffAna', 'Ana'],
    ['a soft hyphen', 'Sou\u00adza', 'Souza'],
    ['bidirectional controls', '\u202eazuoS\u202c \u2066Ana\u2069\u200f\u061c', 'azuoS Ana'],
    ['Hangul fillers and a Braille blank', '\u3164Ana\u115f\uffa0\u2800', 'Ana'],
    ['tags', 'Ana\u{e0041}\u{e007f}', 'Ana'],
    ['variation selectors', 'Ana\ufe0f\u{e0100}', 'Ana'],
    ['private use', 'Ana\ue000\u{f0000}', 'Ana'],
    ['a combining grapheme joiner', 'A\u034fna', 'Ana'],
    ['wide spaces', '\u3000Ana\u00a0\u2003Souza ', 'Ana Souza'],
    ['nothing visible', '\u200b\u2800\u3164 \n', ''],
  ])('loses %s', (_, name, clean) => {
    expect(normalizeName(name)).toBe(clean)
  })

  test.each([
    'Conceição d’Ávila',
    'Zé do 💈',
    'O’Neil-Müller Jr.',
    '李小龍',
    'Barbearia 100% Navalha & Cia',
    'D. Zica (mãe)',
    'J.Silva Jr.',
  ])('stays as it is: %s', (name) => {
    expect(normalizeName(name)).toBe(name)
    expect(hasWebAddress(name)).toBe(false)
  })

  test.each([
    'Ganhe em https://golpe.test',
    'JAVASCRIPT://x',
    'WWW.golpe.test',
    'veja www.golpe.test agora',
    'ｈｔｔｐｓ：／／golpe.test',
    'ｗｗｗ．golpe.test',
    'https:\u200b//golpe.test',
    'ww\u2060w.golpe.test',
    'bit.ly/x',
    'Prêmio em golpe.com.br',
  ])('with a web address is recognized: %s', (name) => {
    expect(hasWebAddress(normalizeName(name))).toBe(true)
  })
})
