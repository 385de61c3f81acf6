// S12: no package that runs is known to be dangerous. Asks the registry, so it needs one that answers.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('npm knows no high or critical weakness in what runs', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8' })
  const { metadata } = JSON.parse(stdout || '{}') as { metadata?: { vulnerabilities: Record<string, number> } }
  if (!metadata)
    throw new Error('The npm registry that is configured answers no audit: ask another (npm config get registry).')
  console.log(JSON.stringify(metadata.vulnerabilities))
  expect([metadata.vulnerabilities.high, metadata.vulnerabilities.critical]).toEqual([0, 0])
})
