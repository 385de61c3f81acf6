import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSbom } from './write-sbom.mjs'

type Locked = { version?: string; resolved?: string; integrity?: string; dev?: boolean; link?: boolean }
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const packages = Object.entries<Locked>(lock.packages).filter(([path]) => path.startsWith('node_modules/'))

test('every package comes from the registry with a pinned sha512 hash', () => {
  const foreign = packages.filter(([, { link, resolved, integrity }]) => {
    // A package without `resolved` comes from the configured registry; a folder or a repository has one.
    return !link && !(resolved === undefined && /^sha512-/.test(integrity ?? ''))
  })
  expect(foreign.map(([path]) => path)).toEqual([])
  expect(packages.length).toBeGreaterThan(100)
})

test('the SBOM of a build lists every runtime package with its version', () => {
  const sbom = readSbom()
  expect(sbom.bomFormat).toBe('CycloneDX')
  const listed = new Set(
    sbom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl.slice('pkg:npm/'.length))),
  )
  for (const workspace of ['server', 'web', 'contract']) {
    const { dependencies } = JSON.parse(readFileSync(new URL(`../${workspace}/package.json`, import.meta.url), 'utf8'))
    for (const [name, version] of Object.entries(dependencies ?? {}))
      if (!name.startsWith('@na-regua/')) expect(listed).toContain(`${name}@${version}`)
  }
})
