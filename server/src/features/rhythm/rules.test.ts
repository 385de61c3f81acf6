import { describe, expect, test } from 'vitest'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import type { BarberSchedule } from '../availability/rules.ts'
import { parseNudgeToken, signNudgeToken } from './consent/rules.ts'
import {
  type BarberTime,
  chooseNearestSlot,
  decideNudge,
  describeNudge,
  findUsualVisit,
  nextCheckAt,
  nudgePath,
  type PastVisit,
  type Rhythm,
} from './rules.ts'

// Wednesday, noon in São Paulo, 11:00 in Manaus.
const now = new Date('2026-03-11T15:00:00Z')
const zone = 'America/Sao_Paulo'
const rhythm: Rhythm = {
  userId: 'u',
  barbershopId: 's',
  timeZone: zone,
  lastOn: '2026-02-11',
  gapDays: 28,
  isDue: true,
  isSuppressed: false,
}

describe('when a nudge leaves', () => {
  test('at once by day', () => expect(decideNudge(rhythm, now)).toBe('now'))

  test.each([
    ['before nine it waits until ten', '2026-03-11T11:59:00Z', zone, '2026-03-11T13:00:00.000Z'],
    ['from eight in the evening it waits for the morning', '2026-03-11T23:00:00Z', zone, '2026-03-12T13:00:00.000Z'],
    [
      'at 21:00 in São Paulo it is 20:00 in Manaus',
      '2026-03-12T00:00:00Z',
      'America/Manaus',
      '2026-03-12T14:00:00.000Z',
    ],
    ['at midnight in UTC it is the evening before', '2026-03-12T00:30:00Z', zone, '2026-03-12T13:00:00.000Z'],
  ])('%s', (_, at, timeZone, expected) => {
    expect(decideNudge({ ...rhythm, timeZone }, new Date(at))).toEqual(new Date(expected))
  })

  test('at 20:30 in São Paulo it still leaves in Manaus, where it is 19:30', () => {
    const at = new Date('2026-03-11T23:30:00Z')
    expect(decideNudge({ ...rhythm, timeZone: 'America/Manaus' }, at)).toBe('now')
    expect(decideNudge(rhythm, at)).toEqual(new Date('2026-03-12T13:00:00Z'))
  })

  test('not yet due: at ten of the day on which it is', () => {
    const later = { ...rhythm, isDue: false, lastOn: '2026-02-14' }
    expect(decideNudge(later, now)).toEqual(new Date('2026-03-14T13:00:00Z'))
  })

  test('suppressed, or away for too long: not in this cycle', () => {
    expect(decideNudge({ ...rhythm, isSuppressed: true }, now)).toBeUndefined()
    expect(decideNudge({ ...rhythm, isDue: false, lastOn: '2025-11-01' }, now)).toBeUndefined()
  })

  test('the next check is the first time, at the latest in a week', () => {
    const week = new Date('2026-03-18T15:00:00Z')
    expect(nextCheckAt([], now)).toEqual(week)
    const soon = new Date('2026-03-12T13:00:00Z')
    expect(nextCheckAt([undefined, soon, new Date('2026-03-13T13:00:00Z')], now)).toEqual(soon)
    expect(nextCheckAt([new Date('2026-04-01T13:00:00Z')], now)).toEqual(week)
  })
})

describe('what is usual', () => {
  const visit = (fields: Partial<PastVisit>): PastVisit => ({
    date: '2026-03-06',
    minute: 1080,
    barberId: 'rui',
    serviceIds: ['corte'],
    ...fields,
  })

  test('is the most frequent of each, and the middle of the hours', () => {
    const visits = [
      visit({ minute: 1095, barberId: 'leo' }),
      visit({ serviceIds: ['corte', 'barba'] }),
      visit({ date: '2026-02-05', minute: 600 }),
    ]
    expect(findUsualVisit(visits)).toEqual({ weekday: 5, minute: 1080, barberId: 'rui', serviceIds: ['corte'] })
  })

  test('of equally frequent ones it is the newest', () => {
    const visits = [visit({ barberId: 'leo' }), visit({ barberId: 'rui' })]
    expect(findUsualVisit(visits)?.barberId).toBe('leo')
  })

  test('is unknown when no service is left', () => {
    expect(findUsualVisit([visit({ serviceIds: [] })])).toBeUndefined()
    expect(findUsualVisit([])).toBeUndefined()
  })
})

/** Open daily from 9:00 to 19:00, slots of half an hour. */
function barberTime(barberId: string, busy: BarberTime['busy'] = [], timeZone = zone): BarberTime {
  const daily = Array.from({ length: 7 }, () => [[540, 1140]] as [number, number][])
  const barber = {
    barberId,
    userId: barberId,
    timeZone,
    gridMinutes: 30,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 30,
    shopHours: daily,
    barberHours: daily,
    breaks: daily.map(() => []),
    specialDates: new Map(),
    walkInShare: null,
  } as unknown as BarberSchedule
  return { barber, required: { durationMin: 30, bufferMin: 0 }, busy }
}

const usual = { weekday: 5, minute: 1080, barberId: 'rui' }
const at = (iso: string) => toEpochMinute(new Date(iso))
const startOf = (found: ReturnType<typeof chooseNearestSlot>) => found && new Date(found.start * 60_000).toISOString()

describe('the proposed time', () => {
  test('is the usual weekday and hour', () => {
    const found = chooseNearestSlot([barberTime('leo'), barberTime('rui')], usual, now)
    expect(startOf(found)).toBe('2026-03-13T21:00:00.000Z')
    expect(found?.barber.barberId).toBe('rui')
  })

  test('or the nearest free one', () => {
    const busy = [[at('2026-03-13T20:30:00Z'), at('2026-03-13T21:30:00Z')]] as const
    expect(startOf(chooseNearestSlot([barberTime('rui', busy)], usual, now))).toBe('2026-03-13T21:30:00.000Z')
    const day = [[at('2026-03-13T03:00:00Z'), at('2026-03-14T03:00:00Z')]] as const
    expect(startOf(chooseNearestSlot([barberTime('rui', day)], usual, now))).toBe('2026-03-14T12:00:00.000Z')
  })

  test('is of another barber only if the usual one has none', () => {
    const always = [[at('2026-03-01T00:00:00Z'), at('2026-05-01T00:00:00Z')]] as const
    const found = chooseNearestSlot([barberTime('leo'), barberTime('rui', always)], usual, now)
    expect(found?.barber.barberId).toBe('leo')
    expect(chooseNearestSlot([barberTime('rui', always)], usual, now)).toBeUndefined()
    expect(chooseNearestSlot([], usual, now)).toBeUndefined()
  })

  test('is three hours ahead at least: on the same weekday it may be next week', () => {
    const today = { weekday: 3, barberId: 'rui' }
    expect(startOf(chooseNearestSlot([barberTime('rui')], { ...today, minute: 900 }, now))).toBe(
      '2026-03-11T18:00:00.000Z',
    )
    expect(startOf(chooseNearestSlot([barberTime('rui')], { ...today, minute: 870 }, now))).toBe(
      '2026-03-18T17:30:00.000Z',
    )
  })

  test.each([
    ['America/Sao_Paulo', '2026-03-13T21:00:00.000Z'],
    ['America/Manaus', '2026-03-13T22:00:00.000Z'],
    ['America/Rio_Branco', '2026-03-13T23:00:00.000Z'],
  ])('is the local hour of %s', (timeZone, expected) => {
    // 21:00 in São Paulo: the day has changed in UTC.
    const evening = new Date('2026-03-12T00:00:00Z')
    const found = chooseNearestSlot([barberTime('rui', [], timeZone)], usual, evening)
    expect(startOf(found)).toBe(expected)
    expect(toLocal(found?.start ?? 0, timeZone)).toEqual({ date: '2026-03-13', minute: 1080 })
  })
})

describe('the text', () => {
  const names = { serviceName: 'Corte', barberName: 'Rui', shopName: 'Navalha', isUsualBarber: true }
  const proposal = { ...names, lastOn: '2026-02-15', start: at('2026-03-13T21:00:00Z'), timeZone: zone }

  test('names the days, the day and the hour', () => {
    expect(describeNudge(proposal, now)).toEqual({
      title: 'Faz 24 dias: quer o de sempre, sexta às 18h?',
      message: 'Corte com Rui na Navalha.',
    })
  })

  test.each([
    ['2026-03-11T21:30:00Z', 'hoje às 18h30?'],
    ['2026-03-12T12:00:00Z', 'amanhã às 9h?'],
    ['2026-03-18T21:00:00Z', 'quarta, 18/03/2026, às 18h?'],
  ])('%s is "%s"', (start, expected) => {
    expect(describeNudge({ ...proposal, start: at(start) }, now).title).toBe(
      `Faz 24 dias: quer o de sempre, ${expected}`,
    )
  })

  test('does not promise the usual with another barber, and counts days in local time', () => {
    const evening = new Date('2026-03-12T01:00:00Z')
    const { title } = describeNudge({ ...proposal, isUsualBarber: false }, evening)
    expect(title).toBe('Faz 24 dias: quer marcar, sexta às 18h?')
  })
})

test('the link chooses everything, and has the token where no server sees it', () => {
  const choice = { barbershopId: 's', barberId: 'b', start: at('2026-03-13T21:00:00Z'), timeZone: zone }
  expect(nudgePath({ ...choice, serviceIds: ['x', 'y'] }, 't')).toBe(
    '/barbershop/s/booking/b/x?extras=y&date=2026-03-13&time=18%3A00#aviso=t',
  )
  expect(nudgePath({ ...choice, serviceIds: ['x'] }, 't')).toBe(
    '/barbershop/s/booking/b/x?date=2026-03-13&time=18%3A00#aviso=t',
  )
})

test('only our own token is accepted, of one user', () => {
  const token = signNudgeToken('secret', 'ana')
  expect(parseNudgeToken('secret', token)).toBe('ana')
  for (const other of [
    '',
    '.',
    'ana',
    token.replace('ana', 'rui'),
    `${token}x`,
    token.slice(0, -1),
    signNudgeToken('x', 'ana'),
  ])
    expect(parseNudgeToken('secret', other)).toBeUndefined()
})
