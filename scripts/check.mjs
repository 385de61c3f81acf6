// `npm run check`: architecture, format and lint, types of each workspace, generated files, unused code.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)
const tsc = (folder) => ({ name: `types of ${folder}`, command: [bin('tsc'), '-p', folder] })

// Offline: no usage statistics, no question for a newer version. The strict rules are the recommended ones without warnings.
const redocly = [node, bin('redocly'), 'lint', join(cache, 'openapi.json'), '--extends=recommended-strict']
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const steps = [
  { name: 'architecture', command: [node, 'scripts/check-architecture.ts'] },
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings'] },
  { name: 'typed routes of web', command: [node, bin('react-router'), 'typegen'], folder: 'web' },
  { name: 'typed client of the API', command: [node, 'server/test/write-openapi.ts'] },
  { name: 'OpenAPI document', command: redocly },
  ...['contract', 'search', 'server', 'web', 'e2e', 'bench', 'scripts'].map(tsc),
  { name: 'types of rows', command: [node, 'scripts/write-database-schema.ts', '--verify'] },
  { name: 'unused code', command: [node, bin('knip'), '--no-progress'] },
]

/** Runs every step, also after a failed one, and prints the output of the failed ones. */
export function check() {
  const failed = steps.filter((step) => !passes(step))
  return { passed: steps.length - failed.length, failed: failed.length }
}

function passes({ name, command: [program, ...args], folder = '.' }) {
  const startedAt = Date.now()
  const result = spawnSync(program, args, {
    cwd: join(root, folder),
    env: { ...environment, ...quiet },
    encoding: 'utf8',
  })
  const hasPassed = result.status === 0
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!hasPassed) console.log(result.stdout + result.stderr + (result.error?.message ?? ''))
  return hasPassed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setup()
  process.exitCode = check().failed > 0 ? 1 : 0
}
