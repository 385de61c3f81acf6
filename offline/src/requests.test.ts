import { expect, test } from 'vitest'
import { classifyRequest, isOfBuild, judgeStatus, nextVersions, toPagePath, withTimeout } from './requests.ts'

const origin = 'https://naregua.example'
const classify = (path: string, isNavigation: boolean) => classifyRequest(new URL(path, origin), isNavigation, origin)

test('navigations are pages, hashed files are assets, and the rest is left to the network', () => {
  for (const path of ['/', '/barber/appointments?ver=hoje', '/barbearia-do-rui', '/a/token'])
    expect(classify(path, true), path).toBe('page')
  for (const path of ['/api/appointments', '/api', '/previews/barbers/1.jpg', '/agenda.ics', '/health/ready'])
    expect(classify(path, true), path).toBeUndefined()
  expect(classify('/assets/a-1.js', false)).toBe('asset')
  for (const path of ['/api/appointments', '/service-worker.js', '/uploads/1.webp'])
    expect(classify(path, false), path).toBeUndefined()
  for (const isNavigation of [true, false])
    expect(classify('https://tiles.example/assets/1.png', isNavigation)).toBeUndefined()
})

test('a page is stored under its path, whatever its parameters', () => {
  const pathOf = (path: string) => toPagePath(new URL(path, origin))
  expect(['/', '/?page=2', '/clientes/?ficha=1', '/clientes'].map(pathOf)).toEqual(['/', '/', '/clientes', '/clientes'])
})

test('HTML of another build is not stored', () => {
  const html = '<script type="module" async="">import "/assets/manifest-a1.js";</script>'
  expect(isOfBuild(html, '/assets/manifest-a1.js')).toBe(true)
  expect(isOfBuild(html, '/assets/manifest-b2.js')).toBe(false)
})

test('the active version and the one before it stay, also after a rollback', () => {
  expect(nextVersions('a', [])).toEqual(['a'])
  expect(nextVersions('b', ['a'])).toEqual(['b', 'a'])
  expect(nextVersions('c', ['b', 'a'])).toEqual(['c', 'b'])
  expect(nextVersions('b', ['c', 'b'])).toEqual(['b', 'c'])
  expect(nextVersions('b', ['b', 'a'])).toEqual(['b', 'a'])
})

test('the file of the worker is removed after two 404s minutes apart, or a 410', () => {
  const now = Date.parse('2026-03-11T12:00:00Z')
  expect(judgeStatus(200, now - 3_600_000, now)).toBe('present')
  expect(judgeStatus(503, now - 3_600_000, now)).toBe('present')
  expect(judgeStatus(404, undefined, now)).toBe('missing')
  expect(judgeStatus(404, now - 60_000, now)).toBe('missing')
  expect(judgeStatus(404, now - 180_000, now)).toBe('removed')
  expect(judgeStatus(410, undefined, now)).toBe('removed')
})

test('a response in time is itself, a late one is undefined, a failed one fails', async () => {
  expect(await withTimeout(Promise.resolve('now'), 1_000)).toBe('now')
  expect(await withTimeout(new Promise(() => {}), 1)).toBeUndefined()
  await expect(withTimeout(Promise.reject(new Error('no network')), 1_000)).rejects.toThrow('no network')
})
