// `npm test`: everything that must hold before a change is merged. Runs the static checks, the unit and API tests, those that
// compute with time again in a second zone, and the browser tests on a fresh build. The last line counts them all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWeb } from './build-web.mjs'
import { check } from './check.mjs'
import { findBrowser } from './find-browser.mjs'
import { cache, environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'
import { onStop } from './supervise.mjs'

/** The zone of servers. */
const firstZone = 'UTC'
/** A Brazilian evening is the next day there: no result may depend on the machine's zone (decision 40). */
const secondZone = 'Asia/Tokyo'

/** The tools under way. */
const tools = new Set()
let isStopping = false
onStop(() => {
  isStopping = true
  interruptTools()
})
process.once('exit', interruptTools)

/** The tools write to a pipe. No colour codes in a log file. */
const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

setup()
mkdirSync(cache, { recursive: true })
const browser = findBrowser()
const counts = [await check()]
const inUtc = { TZ: firstZone }
counts.push(await runTests({ variables: inUtc, projects: ['server'] }))
// One at a time, with waits: another tool has time beside them.
const races = runTests({ variables: inUtc, projects: ['races'], isQuiet: true })
const others = ['contract', 'search', 'offline', 'wait', 'web', 'web-dom', 'web-streams', 'scripts']
counts.push(await runTests({ variables: inUtc, projects: others }))
const ofZones = ['search', 'offline', 'server', 'web']
counts.push(await runTests({ variables: { TZ: secondZone, TEST_SCOPE: 'time-zone' }, projects: ofZones }))
buildWeb()
counts.push(await races)
// Alone: they fill the machine, and a journey beside other tests meets moments that no person meets (decision 40).
counts.push(await runBrowserTests(browser))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
// Repeated at the end, because a log is often read from there.
for (const title of counts.flatMap(({ failures }) => failures)) console.log(`✘ ${title}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Runs the tests of Vitest's `projects`. `isQuiet`: as in `count`. */
function runTests({ variables, projects, isQuiet = false }) {
  const title = `Testes de ${projects.join(', ')} com TZ=${variables.TZ}`
  const report = join(cache, `vitest-${projects[0]}-${variables.TZ.replace('/', '-')}.json`)
  const selected = projects.map((name) => `--project=${name}`)
  const args = ['node_modules/.bin/vitest', 'run', ...selected, '--reporter=dot', '--reporter=json']
  const read = ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap(listVitestFailures),
  })
  return count([...args, `--outputFile.json=${report}`], { title, report, variables, read, isQuiet })
}

function runBrowserTests(browser) {
  const report = join(cache, 'playwright.json')
  const args = ['node_modules/.bin/playwright', 'test', '--config', 'e2e', '--reporter=list,json']
  const variables = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const read = ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap(listPlaywrightFailures),
  })
  return count(args, { title: 'Jornadas no navegador', report, variables, read })
}

/** The failed tests of one file; the file itself when it could not be loaded. */
function listVitestFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${relative(root, name)}: ${message}`]
  return failed.map((test) => `${relative(root, name)}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

function listPlaywrightFailures({ file, specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok).map((spec) => `${file}: ${spec.title}\n${readReasons(spec)}`)
  return [...failed, ...suites.flatMap(listPlaywrightFailures)]
}

/** By project, with the calls that were waiting: the report in the middle of a log may be cut off. */
function readReasons({ tests }) {
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  const reasons = failed.flatMap(({ projectName, results }) =>
    results.flatMap(({ errors }) =>
      errors.map(({ message }) => `[${projectName}] ${stripVTControlCharacters(message)}`),
    ),
  )
  return reasons.map((reason) => reason.slice(0, 1500)).join('\n')
}

/**
 * Runs one tool and reads its report. A tool that exits with an error but without a failed test counts as one failure, whose text is
 * the end of what it printed. `isQuiet`: its output is shown once it has ended, because another tool prints beside it.
 */
async function count(args, { title, report, variables, read, isQuiet = false }) {
  rmSync(report, { force: true })
  const tool = spawn(node, args, {
    cwd: root,
    env: { ...environment, ...color, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  tools.add(tool)
  if (!isQuiet) console.log(`\n${title}`)
  const output = []
  for (const stream of [tool.stdout, tool.stderr]) {
    stream.on('data', (chunk) => {
      output.push(chunk)
      if (!isQuiet) process.stdout.write(chunk)
    })
  }
  const [status, signal] = await once(tool, 'close')
  tools.delete(tool)
  if (isStopping) process.exit(1)
  const text = Buffer.concat(output).toString()
  if (isQuiet) console.log(`\n${title}\n${text}`)
  const results = readReport(report, read)
  if (results.failures.length > 0 || (status === 0 && results.failed === 0)) return results
  return { ...results, failed: 1, failures: [`${title}: ended with ${signal ?? status}\n${text.slice(-3000)}`] }
}

/** Vitest and Playwright clean up after SIGINT only. */
function interruptTools() {
  for (const tool of tools) tool.kill('SIGINT')
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, failures: [] }
  }
}
