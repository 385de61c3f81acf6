import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const pathOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
const page = readFileSync(pathOf('spec-coverage.md'), 'utf8')

/** The references of the rows: a file, and words that it contains. */
const references = [...page.matchAll(/\]\((\.\.\/[^)]+|decisions\/[^)]+)\)(?: “([^”]+)”)?/g)].map(
  ([, file = '', words]) => ({ file, words }),
)

const literal = /(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/.source
const callOfTest = new RegExp(
  String.raw`(?<![.\w])(?:test\w*|it|describe)(?:\.\w+)*(?:\.(?:each|for)(?:<[^(]*>)?\([^]*?\)\(|\()\s*${literal}`,
  'g',
)

/** The titles of the tests and of their groups; comments, names and texts within a test are none. */
function listTitles(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(callOfTest)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}

it('finds titles, and no words elsewhere in a file', () => {
  const source = [
    "// test('in a comment')",
    "describe('a group', () => {",
    "  test.each([['in a row', (3)]])('each %s', () => expect(/x/.test('in a regex')).toBe('in a body'))",
    '  testAsCustomer(',
    "    'of a customer, it\\'s long',",
  ].join('\n')
  expect(listTitles(source)).toEqual(['a group', 'each %s', "of a customer, it's long"])
})

/** A test is referenced by its title, code by its line. */
function isFound({ file, words }: (typeof references)[number]): boolean {
  if (!existsSync(pathOf(file))) return false
  const isTest = /\.(?:test|spec|proof)\.tsx?$/.test(file)
  if (words === undefined) return !isTest
  const source = readFileSync(pathOf(file), 'utf8')
  return isTest ? listTitles(source).some((title) => title.includes(words)) : source.includes(words)
}

it('references only titles of tests and lines of code that exist', () => {
  expect(references.length).toBeGreaterThan(300)
  expect(references.filter((reference) => !isFound(reference))).toEqual([])
})

it('proves each sentence by a reference and explains each deviating reading', () => {
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.filter((row) => !/\]\((\.\.|decisions)\/|read otherwise: /.test(row))).toEqual([])
  const explained = new Set([...page.matchAll(/^- \*\*(.+?):\*\*/gm)].map(([, name]) => name))
  const used = [...page.matchAll(/read otherwise: ([^·|]+?) (?=[·|])/g)].map(([, name]) => name)
  expect(used.filter((name) => !explained.has(name))).toEqual([])
})

it('has a decision for each deviating reading', () => {
  const record = readFileSync(pathOf('decisions/0064-readings-of-the-specification.md'), 'utf8')
  const readings = [...page.matchAll(/^- \*\*(.+?):\*\*/gm)].map(([, name]) => name)
  expect(readings.length).toBeGreaterThan(20)
  expect(readings.filter((name) => !record.includes(`- **${name}.**`))).toEqual([])
})

/** Whether the source contains the text, with any code in place of `{…}` and either case of the product word. */
function isIn(source: string, text: string) {
  const words = text.replace(/^\{[^}]*\}|\{[^}]*\}$/g, '')
  if (!words.includes('{') && !words.includes('barbearias')) return source.includes(words)
  const parts = words.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\/]/g, '\\$&'))
  return new RegExp(parts.join('[^]{0,60}?').replaceAll('barbearias', '[Bb]arbearias?')).test(source)
}

it('lists only texts that the source contains', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\./.test(file),
  )
  const source = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join(' ')
  const flat = source.replaceAll(/(?:\s|&nbsp;|\\u00a0)+/g, ' ')
  const [, section = ''] = page.split('\n## Texts\n')
  const texts = [...section.matchAll(/^- (.+)$/gm)].map(([, text = '']) => text)
  expect(texts).toHaveLength(215)
  expect(texts.filter((text) => !isIn(flat, text))).toEqual([])
})

/** Files named in backquotes, and targets of links. */
function listNamedFiles(document: string): string[] {
  const text = readFileSync(pathOf(`../${document}`), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  const named = text.matchAll(
    /`((?:bench|contract|deploy|docs|e2e|offline\/src|scripts|search\/src|server|web)\/[\w./-]+\.\w+)`/g,
  )
  const linked = text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)
  const folder = document.split('/').slice(0, -1)
  return [
    ...[...named].map(([, file]) => file),
    ...[...linked].map(([, file]) => [...folder, file].join('/')),
  ] as string[]
}

it('names only files that exist, in every document', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const documents = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    ...globSync('{docs,deploy}/**/*.md', { cwd: root }),
  ]
  const generated = ['web/build/sbom.cdx.json']
  const missing = documents.flatMap((document) =>
    listNamedFiles(document)
      .filter((file) => !generated.includes(file) && !existsSync(pathOf(`../${file}`)))
      .map((file) => `${document}: ${file}`),
  )
  expect(missing).toEqual([])
})

it('lists at most eight files from page to table, on the server and in the web', () => {
  const architecture = readFileSync(pathOf('../ARCHITECTURE.md'), 'utf8')
  for (const side of ['server', 'web']) {
    const steps = [...architecture.matchAll(new RegExp(`^\\d+\\. \`(${side}/[^\`]+)\``, 'gm'))].map(([, file]) => file)
    expect(steps.length).toBeGreaterThan(4)
    expect(steps.length).toBeLessThanOrEqual(8)
  }
})
