import { expect, test } from 'vitest'
import { describeEnding, describeQueue, entryPageTitle, formatCountdown } from './rules.ts'

test.each([
  ['Espera de 15 a 25 min', { closure: null, wait: { fromMin: 15, toMin: 25 } }],
  ['Espera de 1\u00a0h\u00a020 a 1\u00a0h\u00a050', { closure: null, wait: { fromMin: 80, toMin: 110 } }],
  ['Espera longa agora', { closure: null, wait: { fromMin: 361, toMin: 420 } }],
  ['Sem espera agora', { closure: null, wait: { fromMin: 0, toMin: 0 } }],
  // No number rather than a wrong one.
  ['Atende sem hora', { closure: null, wait: null }],
  ['Fila cheia agora', { closure: 'full', wait: { fromMin: 90, toMin: 120 } }],
  ['Fila fechada agora', { closure: 'closed', wait: null }],
] as const)('%s', (text, queue) => {
  expect(describeQueue(queue)).toBe(text)
})

test.each([
  ['2º', { status: 'WAITING', position: 2 }],
  ['É a sua vez', { status: 'CALLED', position: null }],
  ['Seu lugar na fila', { status: 'LEFT', position: null }],
] as const)('the title of the tab is "%s"', (title, entry) => {
  expect(entryPageTitle(entry)).toBe(title)
})

test('every final status has words of its own, an open one has none', () => {
  const barbershop = { id: 'shop', name: 'Navalha', address: '', phone: null }
  const final = (['SERVED', 'LEFT', 'REMOVED', 'MISSED', 'EXPIRED'] as const).map((status) =>
    describeEnding({ status, barbershop }),
  )
  expect(new Set(final.map((ending) => ending?.title)).size).toBe(5)
  expect(final.map((ending) => ending?.canJoin)).toEqual([false, true, true, true, false])
  expect(describeEnding({ status: 'WAITING', barbershop })).toBeUndefined()
})

test('minutes and seconds are counted down', () => {
  expect([125, 60, 9, 0].map(formatCountdown)).toEqual(['2:05', '1:00', '0:09', '0:00'])
})
