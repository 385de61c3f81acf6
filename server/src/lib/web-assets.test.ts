import { expect, test } from 'vitest'
import { chooseEncoding } from './web-assets.ts'

const all = { identity: Buffer.of(), br: Buffer.of(), gzip: Buffer.of() }

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
] as const)('a client that accepts %s gets %s', (header, expected) => {
  expect(chooseEncoding(header, all)).toBe(expected)
})

test('what was not compressed at build time goes out plain', () => {
  expect(chooseEncoding('br, gzip', { identity: Buffer.of() })).toBe('identity')
})
