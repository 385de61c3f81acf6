import { describe, expect, test } from 'vitest'
import { hasWebAddress, isEmailAddress, normalizeEmail, normalizeName } from './names.ts'

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
    // Joined emoji, with the colour of a skin, and what else is one sign of several characters.
    'Família 👨\u200d👩\u200d👧',
    'Zé 🧔🏽\u200d♂\ufe0f',
    '🏳\ufe0f\u200d🌈 Barber',
    '💈❤\ufe0f',
    'Nº 1\ufe0f\u20e3',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    // Names with a dot.
    'João.Br',
    'Zé.Top',
    'M.Me',
    'Lu.Net',
    'Dr.Pet',
    'Barber.Shop',
    'João.Br Silva',
    'Dra.Ana',
    'A.C.Moreira',
    'joão.silva',
    'MARIA.APARECIDA',
    'N.Sra.do Carmo',
    'Av.de Maio',
    'SILVA & CIA.LTDA',
    'Silva Cia.Ltda.Me',
    'Corte c/ barba',
    'Corte/Barba 1.5',
    'Barb./Cab.',
    'J.Silva/Ana',
    'Às 14.30',
    '12.03.2026',
    'Zé 62.98765.4321',
    'Fim.',
    'Ana...',
    'Golpe.test',
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
    'visite joao.com.br',
    'joao.br',
    'joao.br/promo',
    'João.Br/promo',
    'Lu.Net/x',
    'promo.shop',
    'PROMO.SHOP',
    'golpe.xyz agora',
    'golpe.Xyz',
    'Golpe.Com',
    'Golpe.Com.Br',
    'veja golpe.abogado',
    'golpe.рф',
    'golpe.xn--p1ai',
    'golpe.teste/promo',
    'golpe.br:8080/x',
    'golpe。com',
    'golpe．com',
    'golpe｡com',
    'http:golpe.test',
    'http://3232235777',
    '1.2.3.4',
    'em 192.168.0.1/x',
    '0x7f.0.0.1',
    '[::1]',
    't.me/golpe',
    'm.me',
    'contato@golpe.com',
    'abre.do',
  ])('with a web address is recognized: %s', (name) => {
    expect(hasWebAddress(normalizeName(name))).toBe(true)
  })
})

test('joiners and selectors that belong to no emoji are lost', () => {
  expect(normalizeName('A\u200dn\u200da')).toBe('Ana')
  expect(normalizeName('\u200d👨\u200d')).toBe('👨')
  expect(normalizeName('👨\u200d\u200d👩')).toBe('👨👩')
  expect(normalizeName('❤\ufe0f\ufe0f')).toBe('❤\ufe0f')
})

test('an email address is recognized as a whole', () => {
  for (const text of ['ana@naregua.test', 'ana.souza+1@sub.exemplo.com.br']) expect(isEmailAddress(text)).toBe(true)
  for (const text of ['ana', 'ana@', 'veja ana@x.test', 'a@b', 'http://a@b.test', 'a@b.test/x'])
    expect(isEmailAddress(text)).toBe(false)
})

test.each([
  [' ana@naregua.test\n', 'ana@naregua.test'],
  ['\ufeffana@nare\u200bgua.test\u00a0', 'ana@naregua.test'],
  ['\u202aana@naregua.test\u202c', 'ana@naregua.test'],
  ['joa\u0303o@naregua.test', 'joão@naregua.test'],
  ['Ana@Naregua.Test', 'Ana@Naregua.Test'],
])('the email %j is stored as %j', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email)
})
