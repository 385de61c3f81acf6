/** Generates `docs/spec-coverage.md`: which tests show which sentence of the specification. Git ignores it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readNumberedTests, readStatements, renderCoverage } from './spec-coverage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const statements = readStatements(readFileSync(join(root, 'docs/spec-statements.md'), 'utf8'))
writeFileSync(join(root, 'docs/spec-coverage.md'), renderCoverage(statements, readNumberedTests(root)))
