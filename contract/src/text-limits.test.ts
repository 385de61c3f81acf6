import { expect, test } from 'vitest'
import {
  AREA_CODE_PATTERN,
  EMAIL_PATTERN,
  HOUR_MINUTE_PATTERN,
  hasWord,
  ID_PATTERN,
  LAST_LOCAL_DATE,
  LOCAL_DATE_PATTERN,
  matchesPattern,
  QUEUE_KEY_PATTERN,
  STATE_PATTERN,
  TOKEN_PATTERN,
  ZIP_CODE_PATTERN,
} from './text-limits.ts'

const id = '0b9c4b1e-4d0f-4e0a-9a52-2f6c5f3f0a11'

test.each([
  ['a time of day', HOUR_MINUTE_PATTERN, ['00:00', '09:30', '23:59'], ['24:00', '9:30', '09:60', '09:30:00', '']],
  [
    'a date',
    LOCAL_DATE_PATTERN,
    ['2026-03-11', LAST_LOCAL_DATE],
    ['2100-01-01', '1999-12-31', '2026-3-1', '11/03/2026'],
  ],
  ['an id', ID_PATTERN, [id, id.toUpperCase()], [`urn:uuid:${id}`, id.slice(1), id.replaceAll('-', '')]],
  ['a token', TOKEN_PATTERN, ['a'.repeat(43), '-_'.padEnd(43, '0')], ['a'.repeat(42), 'a'.repeat(44), '+'.repeat(43)]],
  ['a key of a queue', QUEUE_KEY_PATTERN, ['a'.repeat(16), '-'.repeat(64)], ['a'.repeat(15), 'a'.repeat(65)]],
  ['a zip code', ZIP_CODE_PATTERN, ['74210030'], ['7421003', '74210-030', '742100300']],
  ['a state', STATE_PATTERN, ['GO'], ['go', 'G', 'GOI', '']],
  ['an area code', AREA_CODE_PATTERN, ['62'], ['02', '6', '062', '6a']],
  ['an email', EMAIL_PATTERN, ['ana@exemplo.com.br'], ['ana@exemplo', 'ana exemplo@a.b', 'ana,bia@a.b', '']],
])('%s', (_, pattern, accepted, refused) => {
  expect(accepted.filter((text) => !matchesPattern(pattern, text))).toEqual([])
  expect(refused.filter((text) => matchesPattern(pattern, text))).toEqual([])
})

test.each([
  ['corte', true],
  ['s/n', true],
  ['5', true],
  ['é', true],
  ['!!', false],
  [' \u200b ', false],
  ['', false],
])('%j has a word: %s', (text, isWord) => {
  expect(hasWord(text)).toBe(isWord)
})
