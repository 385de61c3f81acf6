import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function refuse() {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each([
  ['no IndexedDB', undefined],
  ['an IndexedDB that refuses to open', { open: refuse }],
])('a browser with %s stores nothing and reports no failure', async (_, indexedDb) => {
  vi.stubGlobal('indexedDB', indexedDb)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.resetModules()
  const { findVault, openVault, wipeVaults } = await import('./vault.ts')
  const vault = await openVault('ana')
  expect(await vault.write('day/today', 1)).toBe(false)
  expect(await vault.read('day/today')).toBeUndefined()
  expect(await vault.list('')).toEqual([])
  await vault.remove('day/today')
  expect(await findVault()).toBeUndefined()
  await wipeVaults()
})
