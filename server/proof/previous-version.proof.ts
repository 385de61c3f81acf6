import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'na-regua-previous-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Tests of the complete schema. They must fail when the newer version adds a table, so they are left out. */
const schemaTests = [
  '**/privacy/traces.test.ts',
  '**/privacy/personal-data.test.ts',
  '**/lib/migrate.test.ts',
  '**/lib/carry-over.test.ts',
  '**/test/triggers.test.ts',
  '**/doctor*.test.ts',
]

/** The commit in PREVIOUS, else the parent of the commit that added the newest migration after the start. Empty without one. */
function findPreviousVersion(): string {
  if (process.env.PREVIOUS) return process.env.PREVIOUS
  const later = readdirSync(join(root, 'server/migrations')).filter((name) => /^(?!00)\d{4}-/.test(name))
  const newest = later.sort().at(-1)
  if (!newest) return ''
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `server/migrations/${newest}`).split('\n').at(-1)
  return `${added}^`
}

const previous = findPreviousVersion()

test.runIf(previous)('the previous version passes its tests on the migrated database', () => {
  const archive = execFileSync('git', ['archive', previous], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const isSameLock =
    spawnSync('git', ['diff', '--quiet', previous, '--', 'package-lock.json'], { cwd: root }).status === 0
  if (isSameLock) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  cpSync(join(root, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true })
  const excluded = schemaTests.map((path) => `--exclude=${path}`)
  const { status } = spawnSync(
    join(folder, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', '--reporter=dot', ...excluded],
    { cwd: folder, stdio: 'inherit' },
  )
  expect(status, git('log', '-1', '--format=%h %s', previous)).toBe(0)
})
