import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; those of level 3 alone are left out. */
const sections: Record<string, number[]> = {
  'V1.1': upTo(2),
  'V1.2': upTo(9),
  'V1.3': upTo(11),
  'V1.4': upTo(3),
  'V1.5': upTo(2),
  'V2.1': upTo(3),
  'V2.2': upTo(3),
  'V2.3': upTo(4),
  'V2.4': upTo(1),
  'V3.2': upTo(2),
  'V3.3': upTo(4),
  'V3.4': upTo(6),
  'V3.5': upTo(5),
  'V3.7': upTo(2),
  'V4.1': upTo(3),
  'V4.2': upTo(1),
  'V4.3': upTo(2),
  'V4.4': upTo(4),
  'V5.1': upTo(1),
  'V5.2': upTo(3),
  'V5.3': upTo(2),
  'V5.4': upTo(3),
  'V6.1': upTo(3),
  'V6.2': upTo(12),
  'V6.3': upTo(4),
  'V6.4': upTo(4),
  'V6.5': upTo(5),
  'V6.6': upTo(3),
  'V6.8': upTo(4),
  'V7.1': upTo(3),
  'V7.2': upTo(4),
  'V7.3': upTo(2),
  'V7.4': upTo(5),
  'V7.5': upTo(2),
  'V7.6': upTo(2),
  'V8.1': upTo(2),
  'V8.2': upTo(3),
  'V8.3': upTo(1),
  'V8.4': upTo(1),
  'V9.1': upTo(3),
  'V9.2': upTo(4),
  'V10.1': upTo(2),
  'V10.2': upTo(2),
  'V10.3': upTo(4),
  'V10.4': upTo(11),
  'V10.5': upTo(5),
  'V10.6': upTo(2),
  'V10.7': upTo(3),
  'V11.1': upTo(2),
  'V11.2': upTo(3),
  'V11.3': upTo(3),
  'V11.4': upTo(4),
  'V11.5': upTo(1),
  'V11.6': upTo(1),
  'V12.1': upTo(3),
  'V12.2': upTo(2),
  'V12.3': upTo(4),
  'V13.1': upTo(1),
  'V13.2': upTo(5),
  'V13.3': upTo(2),
  'V13.4': upTo(5),
  'V14.1': upTo(2),
  'V14.2': upTo(4),
  'V14.3': upTo(3),
  'V15.1': upTo(3),
  'V15.2': upTo(3),
  'V15.3': upTo(7),
  'V16.1': upTo(1),
  'V16.2': upTo(5),
  'V16.3': upTo(4),
  'V16.4': upTo(3),
  'V16.5': upTo(3),
  'V17.1': upTo(1),
  'V17.2': upTo(4),
  'V17.3': upTo(2),
}

function upTo(count: number) {
  return Array.from({ length: count }, (_, index) => index + 1)
}

const root = new URL('../', import.meta.url)
const document = readFileSync(new URL('docs/asvs.md', root), 'utf8')
const [, otherwise = '', shown = '', absent = ''] =
  /## What is otherwise([\s\S]*)## What is shown([\s\S]*)## What does not apply([\s\S]*)/.exec(document) ?? []

/** 'V4.4.1–V4.4.4' is a range. */
function listIds(part: string): string[] {
  const lists = [...part.matchAll(/^- (V[^:]+):/gm)].flatMap(([, list = '']) => list.split(', '))
  return lists.flatMap((range) => {
    const [, section, first, last = first] = /^(V[\d.]+)\.(\d+)(?:–V[\d.]+\.(\d+))?$/.exec(range) ?? []
    return upTo(Number(last)).flatMap((number) => (number < Number(first) ? [] : [`${section}.${number}`]))
  })
}

test('the document contains every requirement of levels 1 and 2 once', () => {
  const expected = Object.entries(sections).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  )
  expect(expected.length).toBe(253)
  expect([otherwise, shown, absent].flatMap(listIds).toSorted()).toEqual(expected.toSorted())
})

test('at least 95 % of the applicable requirements are shown and at most five deviate', () => {
  const proven = listIds(shown).length
  const deviations = listIds(otherwise).length
  console.log(`ASVS 5.0 level 2: ${proven} shown, ${deviations} otherwise, ${listIds(absent).length} do not apply`)
  expect(deviations).toBeLessThanOrEqual(5)
  expect(proven / (proven + deviations)).toBeGreaterThanOrEqual(0.95)
})

test('every shown requirement names a test, and every named file exists', () => {
  for (const line of shown.split('\n').filter((row) => row.startsWith('- V')))
    expect(line).toMatch(/`[\w./-]+\.(test|proof|spec)\.tsx?`/)
  const files = [...document.matchAll(/`((?:server|web|contract|scripts|e2e|deploy|docs)\/[\w./-]+)`/g)].map(
    ([, file]) => file as string,
  )
  const generated = ['web/build/sbom.cdx.json']
  expect(files.filter((file) => !generated.includes(file) && !existsSync(new URL(file, root)))).toEqual([])
})
