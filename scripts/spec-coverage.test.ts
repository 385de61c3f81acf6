import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const pathOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
const page = readFileSync(pathOf('spec-coverage.md'), 'utf8')

/** What a row points to: a file, and words that stand in it. */
const references = [...page.matchAll(/\]\((\.\.\/[^)]+|decisions\/[^)]+)\)(?: “([^”]+)”)?/g)].map(
  ([, file = '', words]) => ({
    file,
    words,
  }),
)

it('names only tests, journeys and lines that are there', () => {
  expect(references.length).toBeGreaterThan(300)
  const gone = references.filter(
    ({ file, words }) =>
      !existsSync(pathOf(file)) || (words !== undefined && !readFileSync(pathOf(file), 'utf8').includes(words)),
  )
  expect(gone).toEqual([])
})

it('shows each sentence by something, and explains each other reading', () => {
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.filter((row) => !/\]\((\.\.|decisions)\/|read otherwise: /.test(row))).toEqual([])
  const explained = new Set([...page.matchAll(/^- \*\*(.+?):\*\*/gm)].map(([, name]) => name))
  const used = [...page.matchAll(/read otherwise: ([^·|]+?) (?=[·|])/g)].map(([, name]) => name)
  expect(used.filter((name) => !explained.has(name))).toEqual([])
})
