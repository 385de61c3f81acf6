import { describe, expect, it } from 'vitest'
import { addDays, formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal, weekdayOf } from './local-time.ts'

const at = (iso: string) => toEpochMinute(new Date(iso))

describe('local time of a barbershop', () => {
  it('is still today at 21:00 in São Paulo, when UTC is already tomorrow', () => {
    expect(toLocal(at('2026-12-01T00:00:00Z'), 'America/Sao_Paulo')).toEqual({ date: '2026-11-30', minute: 21 * 60 })
    expect(toLocal(at('2026-11-30T23:59:00Z'), 'America/Sao_Paulo')).toEqual({
      date: '2026-11-30',
      minute: 20 * 60 + 59,
    })
  })
  it('differs between zones of Brazil', () => {
    const instant = at('2026-03-01T02:30:00Z')
    expect(toLocal(instant, 'America/Noronha')).toEqual({ date: '2026-03-01', minute: 30 })
    expect(toLocal(instant, 'America/Manaus')).toEqual({ date: '2026-02-28', minute: 22 * 60 + 30 })
    expect(toLocal(instant, 'America/Rio_Branco')).toEqual({ date: '2026-02-28', minute: 21 * 60 + 30 })
  })
  it('follows each change of the clock, from both sides and in any order', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const changes = ['2018-02-18T02:00:00Z', '2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z'].map(at)
    for (const around of [-1, 0, -60, 1, 600_000, -600_000, 0, -1])
      for (const change of changes) {
        const { date, minute } = toLocal(change + around, 'America/Sao_Paulo')
        expect(`${date} ${formatMinute(minute)}`).toBe(format.format(fromEpochMinute(change + around)))
      }
  })
  it('reads a year of more than four digits', () => {
    expect(toLocal(at('+020000-02-01T12:00:00Z'), 'America/Manaus')).toEqual({ date: '+020000-02-01', minute: 480 })
  })
  it('counts days by the calendar', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(weekdayOf('2026-11-22')).toBe(0)
    expect(formatMinute(605)).toBe('10:05')
  })
})

describe('a local day', () => {
  it('extends into the day before and after', () => {
    const line = localDay('2026-11-30', 'America/Sao_Paulo')
    expect(fromEpochMinute(line.toEpoch(0)).toISOString()).toBe('2026-11-30T03:00:00.000Z')
    expect(fromEpochMinute(line.toEpoch(1500)).toISOString()).toBe('2026-12-01T04:00:00.000Z')
    expect(fromEpochMinute(line.toEpoch(-60)).toISOString()).toBe('2026-11-30T02:00:00.000Z')
  })
  it('lacks the hour skipped by DST on 2018-11-04', () => {
    const line = localDay('2018-11-04', 'America/Sao_Paulo')
    expect([line.hasMinute(0), line.hasMinute(30), line.hasMinute(60)]).toEqual([false, false, true])
    expect(fromEpochMinute(line.toEpoch(9 * 60)).toISOString()).toBe('2018-11-04T11:00:00.000Z')
  })
  it('takes the first 23:30 of the night that had two, 2019-02-16', () => {
    const line = localDay('2019-02-16', 'America/Sao_Paulo')
    expect(fromEpochMinute(line.toEpoch(23 * 60 + 30)).toISOString()).toBe('2019-02-17T01:30:00.000Z')
    expect(fromEpochMinute(line.toEpoch(24 * 60)).toISOString()).toBe('2019-02-17T03:00:00.000Z')
  })
})
