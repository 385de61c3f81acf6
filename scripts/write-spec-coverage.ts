/** Generates `docs/spec-coverage.md`: which tests show which sentence of the specification. Git ignores it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readNumberedTests, readReadings, readStatements, renderCoverage } from './spec-coverage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const statements = readStatements(read('spec-statements.md'), readReadings(read('spec-readings.md')))
writeFileSync(join(root, 'docs/spec-coverage.md'), renderCoverage(statements, readNumberedTests(root)))
