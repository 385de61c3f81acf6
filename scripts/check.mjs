// `npm run check`: architecture, format and lint, types of each workspace, generated files, unused code.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)
const tsc = (folder) => ({ name: `types of ${folder}`, command: [bin('tsc'), '-p', folder] })

// Offline: no usage statistics, no question for a newer version. The strict rules are the recommended ones without warnings.
const redocly = [node, bin('redocly'), 'lint', join(cache, 'openapi.json'), '--extends=recommended-strict']
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** What the other steps read. */
const generators = [
  { name: 'typed routes of web', command: [node, bin('react-router'), 'typegen'], folder: 'web' },
  { name: 'typed client of the API', command: [node, 'server/test/write-openapi.ts'] },
]

const steps = [
  ...['server', 'web'].map(tsc),
  // With the journeys: both import the server, whose types are checked once for both.
  { ...tsc('bench'), name: 'types of bench and e2e' },
  { name: 'architecture', command: [node, 'scripts/check-architecture.ts'] },
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings'] },
  { name: 'OpenAPI document', command: redocly },
  ...['contract', 'search', 'offline', 'wait', 'scripts'].map(tsc),
  { name: 'types of rows and schema.sql', command: [node, 'scripts/write-database-schema.ts', '--verify'] },
  { name: 'unused code', command: [node, bin('knip'), '--no-progress'] },
]

/** Most steps use one core. */
const AT_ONCE = 2

/** Runs every step, also after a failed one, and prints the output of the failed ones. `failures`: these steps with their output. */
export async function check() {
  const results = [...(await runAll(generators)), ...(await runAll(steps))]
  const failures = results.filter(Boolean)
  return { passed: results.length - failures.length, failed: failures.length, failures }
}

/** The failure of each, if any. They start in this order, two at a time. */
async function runAll(list) {
  const waiting = [...list]
  const results = []
  const runNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await findFailure(step))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return results
}

async function findFailure({ name, command: [program, ...args], folder = '.' }) {
  const startedAt = Date.now()
  const tool = spawn(program, args, {
    cwd: join(root, folder),
    env: { ...environment, ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [status] = await once(tool, 'close').catch((error) => [error.message])
  const hasPassed = status === 0
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (hasPassed) return
  const text = Buffer.concat(output).toString() + (typeof status === 'string' ? status : '')
  console.log(text)
  return `${name}: ${text.slice(-3000)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setup()
  process.exitCode = (await check()).failed > 0 ? 1 : 0
}
