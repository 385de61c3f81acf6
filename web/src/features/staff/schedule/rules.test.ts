import { expect, test } from 'vitest'
import {
  copyDay,
  createSpan,
  describeTimeOff,
  followStart,
  fromScheduleDraft,
  listDaysOff,
  listWorkedRanges,
  toScheduleDraft,
} from './rules.ts'

const shopHours = [
  { dayOfWeek: 1, start: 540, end: 1080 },
  { dayOfWeek: 5, start: 960, end: 1560 },
]

test('a schedule that follows the barbershop survives the round trip', () => {
  const draft = toScheduleDraft({ shopHours, hours: null, breaks: [{ dayOfWeek: 1, start: 720, end: 780 }] })
  expect(draft.followsShop).toBe(true)
  expect(fromScheduleDraft(draft, shopHours)).toEqual({ hours: null, breaks: [{ dayOfWeek: 1, start: 720, end: 780 }] })
})

test('hours and breaks past midnight survive the round trip through the form', () => {
  const week = {
    hours: [{ dayOfWeek: 5, start: 1200, end: 1560 }],
    breaks: [{ dayOfWeek: 5, start: 1470, end: 1500 }],
  }
  const draft = toScheduleDraft({ shopHours, ...week })
  expect(draft.days[5]?.hours[0]).toMatchObject({ start: '20:00', end: '02:00' })
  expect(draft.days[5]?.breaks[0]).toMatchObject({ start: '00:30', end: '01:00' })
  expect(fromScheduleDraft(draft, shopHours)).toEqual(week)
})

test('own hours start with those of the barbershop, and a day off has neither hours nor breaks', () => {
  const draft = toScheduleDraft({ shopHours, hours: null, breaks: [{ dayOfWeek: 1, start: 720, end: 780 }] })
  const days = draft.days.map((day, index) => (index === 1 ? { ...day, isWorked: false } : day))
  expect(fromScheduleDraft({ followsShop: false, days }, shopHours)).toEqual({
    hours: [{ dayOfWeek: 5, start: 960, end: 1560 }],
    breaks: [],
  })
})

test('the ruler shows working hours without breaks', () => {
  const draft = toScheduleDraft({ shopHours, hours: null, breaks: [] })
  const monday = draft.days[1] as (typeof draft.days)[number]
  monday.breaks = [createSpan('12:00', '13:00'), createSpan('15:00', '15:15')]
  expect(listWorkedRanges(draft, 1, shopHours)).toEqual([
    [540, 720],
    [780, 900],
    [915, 1080],
  ])
  expect(listWorkedRanges(draft, 0, shopHours)).toEqual([])
})

const off = { id: '1', reason: null, startsAt: '', endsAt: '', startDate: '2026-11-30', startTime: null, endTime: null }

test('time off is described in days or hours, and marks each of its days', () => {
  const days = { ...off, endDate: '2026-12-02' }
  expect(describeTimeOff(days)).toBe('30/11/2026 a 02/12/2026')
  expect(listDaysOff([days])).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  const hours = { ...off, endDate: '2026-11-30', startTime: '14:00', endTime: '18:00' }
  expect(describeTimeOff(hours)).toBe('30/11/2026, das 14h às 18h')
  expect(describeTimeOff({ ...off, endDate: '2026-11-30' })).toBe('30/11/2026')
})

const threeDays = [
  { dayOfWeek: 1, start: 540, end: 1080 },
  { dayOfWeek: 2, start: 540, end: 1080 },
  { dayOfWeek: 6, start: 480, end: 780 },
]
const lunch = { start: 720, end: 810 }

test('a day is copied to the working days, limited to the opening hours', () => {
  const hours = [
    { dayOfWeek: 1, start: 600, end: 1020 },
    { dayOfWeek: 6, start: 480, end: 780 },
  ]
  const draft = toScheduleDraft({ shopHours: threeDays, hours, breaks: [{ dayOfWeek: 1, ...lunch }] })
  expect(fromScheduleDraft(copyDay(draft, 1, threeDays), threeDays)).toEqual({
    hours: [
      { dayOfWeek: 1, start: 600, end: 1020 },
      { dayOfWeek: 6, start: 600, end: 780 },
    ],
    breaks: [
      { dayOfWeek: 1, ...lunch },
      { dayOfWeek: 6, start: 720, end: 780 },
    ],
  })
})

test('following the barbershop copies breaks only, and a day on which nothing fits is unchanged', () => {
  const breaks = [{ dayOfWeek: 1, ...lunch }]
  const following = toScheduleDraft({ shopHours: threeDays, hours: null, breaks })
  expect(fromScheduleDraft(copyDay(following, 1, threeDays), threeDays)).toEqual({
    hours: null,
    breaks: [...breaks, { dayOfWeek: 2, ...lunch }, { dayOfWeek: 6, start: 720, end: 780 }],
  })
  const evenings = [
    { dayOfWeek: 1, start: 960, end: 1080 },
    { dayOfWeek: 6, start: 480, end: 600 },
  ]
  const own = toScheduleDraft({ shopHours: threeDays, hours: evenings, breaks: [] })
  expect(fromScheduleDraft(copyDay(own, 1, threeDays), threeDays).hours).toEqual(evenings)
})

test('the end of time off goes along where its start would pass it', () => {
  const fields = {
    mode: 'days',
    startDate: '2026-03-12',
    endDate: '2026-03-15',
    startTime: '12:00',
    endTime: '18:00',
    reason: '',
  } as const
  expect(followStart({ ...fields, startDate: '2026-03-14' })).toMatchObject({ endDate: '2026-03-15', endTime: '18:00' })
  expect(followStart({ ...fields, startDate: '2026-03-20' })).toMatchObject({ endDate: '2026-03-20' })
  expect(followStart({ ...fields, endDate: '' })).toMatchObject({ endDate: '2026-03-12' })
  expect(followStart({ ...fields, startTime: '18:00' })).toMatchObject({ endTime: '19:00' })
  expect(followStart({ ...fields, startTime: '23:30' })).toMatchObject({ endTime: '23:59' })
})
