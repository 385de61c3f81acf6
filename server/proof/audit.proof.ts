// S12: no production package has a known severe vulnerability. Needs an npm registry that supports audits.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('npm audit reports no high or critical vulnerability in production packages', () => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8' })
  const { metadata } = JSON.parse(stdout || '{}') as { metadata?: { vulnerabilities: Record<string, number> } }
  if (!metadata)
    throw new Error('The configured npm registry does not support audits: use another one (npm config get registry).')
  console.log(JSON.stringify(metadata.vulnerabilities))
  expect([metadata.vulnerabilities.high, metadata.vulnerabilities.critical]).toEqual([0, 0])
})
