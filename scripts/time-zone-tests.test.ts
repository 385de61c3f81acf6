import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { timeZoneTests } from '../vitest.config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const patterns = Object.entries(timeZoneTests).flatMap(([workspace, files]) =>
  files.map((file) => `${workspace}/${file}`),
)
const listed = new Set(globSync(patterns, { cwd: root }))

/** Zones and local times in a test. */
const zone = /\b(?:America\/|Temporal\.|timeZone\b|time_zone\b|toLocalTime\b|toInstant\b)/
/** Races and the model compare instants, the sweeps count rows; the component tests run in the zone of their barbershop. */
const exempt = /\/(?:race|model|sweeps|[\w-]+-race)\.test\.ts$/

it('lists only patterns that match a file', () => {
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})

it('lists every test that names a time zone', () => {
  const tests = globSync('{contract,search,offline,server,wait,web}/{src,seed}/**/*.test.ts', { cwd: root })
  const naming = tests.filter((file) => !exempt.test(file) && zone.test(readFileSync(`${root}/${file}`, 'utf8')))
  expect(naming.length).toBeGreaterThan(20)
  expect(naming.filter((file) => !listed.has(file))).toEqual([])
})
