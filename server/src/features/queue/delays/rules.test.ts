import { describe, expect, test } from 'vitest'
import { decideNotice, describeDelayNotice } from './rules.ts'

const now = new Date('2026-03-11T17:30:00Z')
const startsAt = new Date('2026-03-11T18:00:00Z')
const decide = (delayMin: number, notifiedMin: number | null = null, mayComeEarlier = false, start = startsAt) => {
  const notice = decideNotice({ startsAt: start, delayMin, notifiedMin, mayComeEarlier }, now)
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

  test('nothing that is over', () => {
    const past = new Date('2026-03-11T17:00:00Z')
    expect(decide(30, null, false, past)).toBeUndefined()
    expect(decide(35, null, false, past)).toBe('late 35')
    expect(decide(5, 30, false, past)).toBeUndefined()
    expect(decide(5, 35, false, past)).toBe('onTime 0')
  })
})

describe('the text is in local time of the barbershop', () => {
  const details = { barberName: 'André', startsAt: new Date('2026-03-12T00:00:00Z') }
  const at = new Date('2026-03-11T23:50:00Z')
  test('the time that has passed is not named', () => {
    const past = { ...details, startsAt: new Date('2026-03-11T23:45:00Z'), timeZone: 'America/Sao_Paulo' }
    const { message } = describeDelayNotice({ kind: 'onTime', delayMin: 0 }, past, at)
    expect(message).toBe('André não está mais atrasado: já pode vir.')
  })
  test.each([
    ['America/Sao_Paulo', 'late', 15, 'André está uns 15 min atrasado: venha às 21h15.'],
    ['America/Sao_Paulo', 'onTime', 0, 'André não está mais atrasado: venha às 21h, como marcado.'],
    ['America/Manaus', 'late', 10, 'André está uns 10 min atrasado: venha às 20h10.'],
    ['America/Manaus', 'early', -20, 'Pode vir antes? André está livre às 19h40.'],
  ] as const)('%s %s', (timeZone, kind, delayMin, message) => {
    expect(describeDelayNotice({ kind, delayMin }, { ...details, timeZone }, at).message).toBe(message)
  })
})
