import { expect, test } from 'vitest'
import { type SlotSettings, SlotSettingsTable } from './slot-settings.ts'

function toSettings(noticeMinutes: number, ofBarbers?: SlotSettings['ofBarbers']): SlotSettings {
  const time = { durationMin: 30, bufferMin: 5 }
  return { gridMinutes: 15, noticeMinutes, windowDays: 30, first: time, shortest: time, ofBarbers }
}

test('each point has the settings that were written last', () => {
  const table = new SlotSettingsTable()
  table.ensureCapacity(10)
  table.write(1, toSettings(30))
  table.write(2, toSettings(30))
  table.write(3, toSettings(30, [null, { durationMin: 45, bufferMin: 0 }]))
  expect(table.find(1)).toBe(table.find(2))
  expect(table.find(3)?.ofBarbers).toEqual([null, { durationMin: 45, bufferMin: 0 }])
  table.write(1, toSettings(60))
  expect([table.find(1)?.noticeMinutes, table.find(2)?.noticeMinutes]).toEqual([60, 30])
  expect([table.isKnown(0), table.isKnown(1), table.find(0), table.find(1_000_000)]).toEqual([
    false,
    true,
    undefined,
    undefined,
  ])
})

test('what no point uses any more is forgotten, and its number is used again', () => {
  const table = new SlotSettingsTable()
  table.ensureCapacity(2)
  for (let notice = 0; notice < 1000; notice++) {
    table.write(0, toSettings(notice))
    table.write(1, toSettings(notice % 2))
    expect(table.find(0)).toEqual(toSettings(notice))
    expect(table.find(1)).toEqual(toSettings(notice % 2))
  }
  expect(table.size).toBe(2)
  table.forget(0)
  table.forget(0)
  expect([table.isKnown(0), table.isKnown(1), table.size]).toEqual([false, true, 1])
  table.write(0, toSettings(1))
  table.forget(1)
  expect([table.find(0), table.size]).toEqual([toSettings(1), 1])
})
