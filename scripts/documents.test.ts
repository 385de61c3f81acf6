import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const isOurs = (file: string) => !/(?:^|\/)(?:node_modules|build|data|test-results)\//.test(file)

/** Files that only a build or a script makes. */
const generated = ['docs/spec-coverage.md', 'web/build/sbom.cdx.json']
const documents = globSync('**/*.md', { cwd: root, exclude: (file) => file === 'node_modules' })
  .filter((file) => isOurs(file) && !generated.includes(file))
  .toSorted()
const records = documents.filter((file) => file.startsWith('docs/decisions/'))
const countWords = (file: string) => readFileSync(pathOf(file), 'utf8').split(/\s+/).filter(Boolean).length

/** Returns files named in backquotes, and targets of links. */
function listNamedFiles(document: string): string[] {
  const text = readFileSync(pathOf(document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
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

it('names only files that exist', () => {
  const missing = documents.flatMap((document) =>
    listNamedFiles(document)
      .filter((file) => !generated.includes(file) && !existsSync(pathOf(file)))
      .map((file) => `${document}: ${file}`),
  )
  expect(missing).toEqual([])
})

it('names only tests and proofs that exist', () => {
  const files = globSync('{contract,e2e,offline,scripts,search,server,wait,web}/**/*.{test,spec,proof}.{ts,tsx}', {
    cwd: root,
  }).filter(isOurs)
  const existing = new Set(files.map((file) => file.split('/').at(-1)))
  const missing = documents.flatMap((document) => {
    const text = readFileSync(pathOf(document), 'utf8')
    const tests = [...text.matchAll(/`(?:[\w-]+\/)*([\w-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name]) => name)
    const proofs = [...text.matchAll(/npm run prove -- ([a-z-]+)/g)].map(([, name]) => `${name}.proof.ts`)
    return [...tests, ...proofs].filter((name) => !existing.has(name)).map((name) => `${document}: ${name}`)
  })
  expect(missing).toEqual([])
})

it('cites only decisions that exist', () => {
  const numbers = new Set(records.map((file) => file.slice('docs/decisions/'.length).split('-')[0]))
  const files = globSync(
    '{*.{md,ts},{bench,contract,deploy,docs,e2e,offline,scripts,search,server,wait,web}/**/*.{md,ts,tsx,mjs}}',
    {
      cwd: root,
    },
  ).filter(isOurs)
  const unknown = files.flatMap((file) =>
    [...readFileSync(pathOf(file), 'utf8').matchAll(/\b[Dd]ecisions? (\d+)(?:(?:, | and | to )(\d+))*/g)]
      .flatMap(([, ...cited]) => cited.filter((number) => number && !numbers.has(number)))
      .map((number) => `${file}: decision ${number}`),
  )
  expect(unknown).toEqual([])
})

it('is read: at most forty decisions of 300 words, and 25,000 words in all', () => {
  expect(records.length).toBeLessThanOrEqual(40)
  expect(records.filter((file) => countWords(file) > 300)).toEqual([])
  expect(documents.reduce((sum, file) => sum + countWords(file), 0)).toBeLessThanOrEqual(25_000)
})

it('lists at most eight files from page to table, on the server and in the web', () => {
  const architecture = readFileSync(pathOf('ARCHITECTURE.md'), 'utf8')
  for (const side of ['server', 'web']) {
    const steps = [...architecture.matchAll(new RegExp(`^\\d+\\. \`(${side}/[^\`]+)\``, 'gm'))].map(([, file]) => file)
    expect(steps.length).toBeGreaterThan(4)
    expect(steps.length).toBeLessThanOrEqual(8)
  }
})
