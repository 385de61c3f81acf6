import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import {
  containsText,
  listNumberedTests,
  listQuotedTexts,
  listTitles,
  readNumberedTests,
  readReadings,
  readStatements,
  renderCoverage,
} from './spec-coverage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pathOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
const readings = readReadings(readFileSync(pathOf('spec-readings.md'), 'utf8'))
const statements = readStatements(readFileSync(pathOf('spec-statements.md'), 'utf8'), readings)
const tests = readNumberedTests(root)

/** The numbers of the specification's sections, with how many sentences each has. */
const sizes = { 1: 8, 2: 103, 3: 14, 4: 25, 5: 20, 6: 7, 7: 33, 8: 24, 9: 12 }

it('finds titles with numbers, and no words elsewhere in a file', () => {
  const source = [
    "// test('in a comment [1.1]')",
    "describe('a group', () => {",
    "  test.each([['in a row', (3)]])('each %s [1.2, 2.10]', () => test.step('a step [1.3]', () => /x/.test('in a regex')))",
    '  testAsCustomer(',
    "    'of a customer, it\\'s long',",
  ].join('\n')
  expect(listTitles(source).map(({ title }) => title)).toEqual(['each %s [1.2, 2.10]', "of a customer, it's long"])
  const found = listNumberedTests('x.test.ts', source).map(({ title, numbers }) => ({ title, numbers }))
  expect(found).toEqual([{ title: 'each %s', numbers: ['1.2', '2.10'] }])
})

it('attributes to a test its own code and what its file shares, not the code of other tests', () => {
  const source = [
    "const label = 'Shared'",
    "test('first [1.1]', () => {",
    "  expect('Own')",
    '})',
    '',
    "test('second', () => {",
    "  expect('Other')",
    '})',
  ].join('\n')
  const [{ code } = { code: '' }] = listNumberedTests('x.test.ts', source)
  expect(['Shared', 'Own', 'Other'].map((text) => containsText(code, text))).toEqual([true, true, false])
})

it('knows every sentence, each once, in order', () => {
  const numbers = Object.entries(sizes).flatMap(([section, size]) =>
    Array.from({ length: size }, (_, index) => `${section}.${index + 1}`),
  )
  expect(statements.map(({ number }) => number)).toEqual(numbers)
})

it('has a test for each sentence but those that the product reads otherwise, and no number of an unknown sentence', () => {
  const shown = new Set(tests.flatMap(({ numbers }) => numbers))
  expect(statements.filter(({ number }) => !shown.has(number)).map(({ number }) => number)).toEqual(['3.14'])
  const known = new Set(statements.map(({ number }) => number))
  expect([...shown].filter((number) => !known.has(number))).toEqual([])
})

it('has each text that a sentence quotes in one of the tests of the sentence', () => {
  const missing = statements.flatMap(({ number, text }) => {
    const own = tests.filter(({ numbers }) => numbers.includes(number))
    const absent = listQuotedTexts(text).filter((quoted) => !own.some(({ code }) => containsText(code, quoted)))
    return absent.map((quoted) => `${number}: ${quoted}`)
  })
  expect(missing).toEqual([])
})

it('has a reason for each deviating reading, and names the sentences that exist', () => {
  const known = new Set(statements.map(({ number }) => number))
  expect([...readings.keys()].filter((number) => !known.has(number))).toEqual([])
  expect(readings.size).toBe(35)
  expect(readings.has('3.14')).toBe(true)
})

it('gives a page with a row for each sentence', () => {
  const rows = renderCoverage(statements, tests).match(/^\| \d+\.\d+ \|/gm)
  expect(rows).toHaveLength(statements.length)
})

/** Whether the source contains the text, with any code in place of `{…}` and either case of the product word. */
function isIn(source: string, text: string) {
  const words = text.replace(/^\{[^}]*\}|\{[^}]*\}$/g, '')
  if (!words.includes('{') && !words.includes('barbearias')) return source.includes(words)
  const parts = words.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\/]/g, '\\$&'))
  return new RegExp(parts.join('[^]{0,60}?').replaceAll('barbearias', '[Bb]arbearias?')).test(source)
}

it('lists only texts that the source contains', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\./.test(file),
  )
  const source = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join(' ')
  const flat = source.replaceAll(/(?:\s|&nbsp;|\\u00a0)+/g, ' ')
  const texts: string[] = JSON.parse(readFileSync(new URL('spec-texts.json', import.meta.url), 'utf8'))
  expect(texts).toHaveLength(215)
  expect(texts.filter((text) => !isIn(flat, text))).toEqual([])
})
