import { describe, expect, test } from 'vitest'
import { couldHaveBegun, decideNotice, describeDelayNotice } from './rules.ts'

const now = new Date('2026-03-11T17:30:00Z')
const startsAt = new Date('2026-03-11T18:00:00Z')
const decide = (delayMin: number, notifiedMin: number | null = null, mayComeEarlier = false, start = startsAt) => {
  const expected = { startsAt: start, delayMin, notifiedMin, mayComeEarlier, couldHaveBegun: false }
  const notice = decideNotice(expected, now)
  return notice && `${notice.kind} ${notice.delayMin}`
}

describe('of what a customer is notified', () => {
  test.each([
    [0, null, undefined],
    [9, null, undefined],
    [10, null, 'late 10'],
    [12, null, 'late 10'],
    [13, null, 'late 15'],
    [47, null, 'late 45'],
    // Once per change of ten minutes, up and down.
    [15, 15, undefined],
    [24, 15, undefined],
    [25, 15, 'late 25'],
    [21, 30, undefined],
    [20, 30, 'late 20'],
    // Below the threshold nothing but that it is over, and that once.
    [9, 20, 'onTime 0'],
    [9, 15, undefined],
    [5, 15, 'onTime 0'],
    [1, 10, undefined],
    [-30, 10, 'onTime 0'],
    [9, 0, undefined],
    [10, 0, 'late 10'],
    // An earlier time that was offered is no delay.
    [9, -25, undefined],
    [10, -25, 'late 10'],
  ])('%d minutes late, notified of %s: %s', (delayMin, notified, expected) => {
    expect(decide(delayMin, notified, true)).toBe(expected)
  })

  test('an earlier time once, on the next five minutes, with time to come', () => {
    const soon = new Date('2026-03-11T18:10:00Z')
    // Free at 17:32, and 17:40 is in ten minutes.
    expect(decide(-38, null, true, soon)).toBe('early -30')
    expect(decide(-22, null, true, soon)).toBe('early -20')
    expect(decide(-19, null, true, soon)).toBeUndefined()
    expect(decide(-38, null, false, soon)).toBeUndefined()
    for (const notified of [-30, 0, 10]) expect(String(decide(-38, notified, true, soon))).not.toMatch(/early/)
    // Too far ahead.
    expect(decide(-60, null, true, new Date('2026-03-11T19:01:00Z'))).toBeUndefined()
    expect(decide(-60, null, true, new Date('2026-03-11T19:00:00Z'))).toBe('early -60')
  })

  test.each([
    [30, null],
    [35, null],
    [600, null],
    [5, 30],
    [5, 35],
    [-30, null],
  ])('nothing from their own start on: %d minutes, notified of %s', (delayMin, notified) => {
    for (const past of ['2026-03-11T17:30:00Z', '2026-03-11T17:29:00Z', '2026-03-11T09:00:00Z'])
      expect(decide(delayMin, notified, true, new Date(past))).toBeUndefined()
  })

  test('no delay of one that the barber could have begun; that it is over is said', () => {
    const expected = { startsAt, mayComeEarlier: false, couldHaveBegun: true }
    expect(decideNotice({ ...expected, delayMin: 25, notifiedMin: null }, now)).toBeUndefined()
    expect(decideNotice({ ...expected, delayMin: 0, notifiedMin: 25 }, now)?.kind).toBe('onTime')
  })

  test('a barber who serves no customer could have begun the next one, and what follows an untapped one', () => {
    const at = (minutes: number) => ({ startsAt: new Date(now.getTime() + minutes * 60_000) })
    const free = { serving: null, freeAt: now, upcoming: [at(-10), at(20)] }
    expect([0, 1].map((position) => couldHaveBegun(free, position, now))).toEqual([true, true])
    const ahead = { ...free, upcoming: [at(10), at(40)] }
    expect([0, 1].map((position) => couldHaveBegun(ahead, position, now))).toEqual([true, false])
    const serving = { ...free, serving: { appointmentId: 'a', customerName: 'Zé', since: now } }
    expect(couldHaveBegun(serving, 0, now)).toBe(false)
    // In a break, or not at work.
    for (const freeAt of [new Date(now.getTime() + 60_000), null])
      expect(couldHaveBegun({ ...free, freeAt }, 0, now)).toBe(false)
  })
})

describe('the text is in local time of the barbershop', () => {
  const details = { barberName: 'André', startsAt: new Date('2026-03-12T00:00:00Z') }
  const at = new Date('2026-03-11T23:50:00Z')
  test.each([
    ['America/Sao_Paulo', 'late', 15, 'André está uns 15 min atrasado: venha às 21h15.'],
    ['America/Sao_Paulo', 'late', 90, 'André está uns 1\u00a0h\u00a030 atrasado: venha às 22h30.'],
    ['America/Sao_Paulo', 'onTime', 0, 'André não está mais atrasado: venha às 21h, como marcado.'],
    ['America/Manaus', 'late', 10, 'André está uns 10 min atrasado: venha às 20h10.'],
    ['America/Manaus', 'early', -20, 'Pode vir antes? André está livre às 19h40.'],
  ] as const)('%s %s', (timeZone, kind, delayMin, message) => {
    expect(describeDelayNotice({ kind, delayMin }, { ...details, timeZone }, at).message).toBe(message)
  })
})
