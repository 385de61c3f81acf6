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

/** Read the catalogue or the rows of `migrations` and must know every table: theirs is to be red when something new comes. */
const knowsItsOwnDatabase = [
  '**/privacy/traces.test.ts',
  '**/privacy/personal-data.test.ts',
  '**/lib/migrate.test.ts',
  '**/doctor.test.ts',
]

/** PREVIOUS names a commit; else it is the one on which the newest migration was written. */
function findPrevious(): string {
  if (process.env.PREVIOUS) return process.env.PREVIOUS
  const newest = readdirSync(join(root, 'server/migrations')).sort().at(-1)
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `server/migrations/${newest}`).split('\n').at(-1)
  return `${added}^`
}

test("the version before passes its own tests on today's base", () => {
  const previous = findPrevious()
  const archive = execFileSync('git', ['archive', previous], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const isSameLock =
    spawnSync('git', ['diff', '--quiet', previous, '--', 'package-lock.json'], { cwd: root }).status === 0
  if (isSameLock) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  cpSync(join(root, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true })
  const excluded = knowsItsOwnDatabase.map((path) => `--exclude=${path}`)
  const { status } = spawnSync(
    join(folder, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', '--reporter=dot', ...excluded],
    { cwd: folder, stdio: 'inherit' },
  )
  expect(status, git('log', '-1', '--format=%h %s', previous)).toBe(0)
})
