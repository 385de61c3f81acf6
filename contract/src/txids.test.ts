import { expect, test } from 'vitest'
import { fromTxid, toTxid } from './txids.ts'

test('every id has a txid of 22 letters and digits, which leads back to it', () => {
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
  for (const id of ids) {
    expect(toTxid(id)).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(fromTxid(toTxid(id))).toBe(id)
  }
  expect(toTxid('00000000-0000-0000-0000-000000000000')).toBe('0'.repeat(22))
  expect(toTxid('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF')).toBe('7n42DGM5Tflk9n8mt7Fhc7')
})

test('what is no txid of ours leads to no id', () => {
  for (const text of ['', '***', 'Sinal', 'z'.repeat(22), '0'.repeat(21), '0'.repeat(25), `${'0'.repeat(21)}-`])
    expect(fromTxid(text), text).toBeUndefined()
})
