// `npm test`: everything that must hold before a change is merged. Runs the static checks, the unit and API tests, those that
// compute with time again in a second zone, and beside them the browser tests on a fresh build. The last line counts them all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { check } from './check.mjs'
import { findBrowser } from './find-browser.mjs'
import { cache, environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'
import { onStop } from './supervise.mjs'

/** The zone of servers. */
const firstZone = 'UTC'
/** A Brazilian evening is the next day there: no result may depend on the machine's zone (decision 0044). */
const secondZone = 'Asia/Tokyo'

const tools = new Set()
let isStopping = false
onStop(() => {
  isStopping = true
  interruptTools()
})
process.once('exit', interruptTools)

/** No colour codes in a log file. */
const noColor = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

setup()
mkdirSync(cache, { recursive: true })
const counts = [await check()]
// Each uses more than one core and less than two. Together they leave none idle (decision 0109).
const units = runUnitTests()
buildWeb()
const journeys = runBrowserTests(findBrowser(), units)
counts.push(...(await units), await journeys)

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
// Repeated at the end, because a log is often read from there.
for (const title of counts.flatMap(({ failures = [] }) => failures)) console.log(`✘ ${title}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runUnitTests() {
  return [
    await runTests({ TZ: firstZone }, ['--project=!proofs']),
    await runTests(
      { TZ: secondZone, TEST_SCOPE: 'time-zone' },
      ['search', 'offline', 'server', 'web'].map((name) => `--project=${name}`),
    ),
  ]
}

function runTests(variables, projects) {
  console.log(`\nTestes com TZ=${variables.TZ}`)
  const report = join(cache, 'vitest.json')
  const output = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/.bin/vitest', 'run', ...projects, ...output]
  return count(args, report, variables, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap(listVitestFailures),
  }))
}

/** Its output follows that of the unit tests. */
function runBrowserTests(browser, units) {
  const report = join(cache, 'playwright.json')
  const args = ['node_modules/.bin/playwright', 'test', '--config', 'e2e', '--reporter=list,json']
  const variables = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const read = ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(listPlaywrightFailures),
  })
  return count(args, report, variables, read, units)
}

/** The failed tests of one file; the file itself when it could not be loaded. */
function listVitestFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${relative(root, name)}: ${message}`]
  return failed.map((test) => `${relative(root, name)}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

function listPlaywrightFailures({ file, specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok).map((spec) => `${file}: ${spec.title}`)
  return [...failed, ...suites.flatMap(listPlaywrightFailures)]
}

/**
 * Runs one tool and reads its report. A tool that exits with an error but without a failed test counts as one failure. `before`: what
 * it prints is shown once that has ended.
 */
async function count(args, report, variables, read, before) {
  rmSync(report, { force: true })
  const env = { ...environment, ...noColor, ...variables }
  const tool = spawn(node, args, { cwd: root, env, stdio: before ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  tools.add(tool)
  if (before) void showAfter(before, tool)
  const [status] = await once(tool, 'close')
  tools.delete(tool)
  if (isStopping) process.exit(1)
  const { failed, ...results } = readReport(report, read)
  return { ...results, failed: status === 0 ? failed : Math.max(1, failed) }
}

/** A stream that is not read holds the tool back, so its output is stored. */
async function showAfter(before, { stdout, stderr }) {
  const chunks = []
  let show = (chunk) => chunks.push(chunk)
  for (const stream of [stdout, stderr]) stream.on('data', (chunk) => show(chunk))
  await before
  console.log('\nJornadas no navegador')
  for (const chunk of chunks) process.stdout.write(chunk)
  show = (chunk) => process.stdout.write(chunk)
}

/** Vitest and Playwright clean up after SIGINT only. */
function interruptTools() {
  for (const tool of tools) tool.kill('SIGINT')
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}
