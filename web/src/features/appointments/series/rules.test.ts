import type { SeriesDate } from '@na-regua/contract/series'
import { describe, expect, test } from 'vitest'
import {
  describeException,
  describeRule,
  describeSeriesState,
  findDateOf,
  formatStart,
  stateOf,
  summarizeDates,
} from './rules.ts'

const appointment = { id: 'a', startTime: '2026-03-14T00:30:00.000Z', status: 'CONFIRMED', barberName: 'Beto' } as const
const date: SeriesDate = {
  date: '2026-03-13',
  status: 'BOOKED',
  reason: null,
  appointment,
  alternatives: [],
  replyBy: null,
}
const open: SeriesDate = { ...date, status: 'ALTERNATIVES', reason: 'closed', appointment: null }
const skipped: SeriesDate = { ...date, status: 'SKIPPED', reason: 'taken', appointment: null }

describe('what a standing appointment says', () => {
  test('how often and when', () => {
    expect(describeRule({ intervalWeeks: 1, weekday: 5, time: '18:00' })).toBe('Toda sexta, 18h')
    expect(describeRule({ intervalWeeks: 1, weekday: 6, time: '09:15' })).toBe('Todo sábado, 9h15')
    expect(describeRule({ intervalWeeks: 3, weekday: 0, time: '18:00' })).toBe('A cada 3 semanas, domingo, 18h')
  })

  test('days in the barbershop’s local time', () => {
    const now = new Date('2026-03-11T12:00:00Z')
    expect(formatStart(appointment.startTime, 'America/Sao_Paulo', now)).toBe('Sex, 13/03, 21h30')
    expect(formatStart(appointment.startTime, 'America/Manaus', now)).toBe('Sex, 13/03, 20h30')
    expect(formatStart('2026-03-14T03:30:00Z', 'America/Sao_Paulo', now)).toBe('Sáb, 14/03, 0h30')
    // The eighth date of every eight weeks is more than a year ahead.
    expect(formatStart('2027-04-10T00:30:00Z', 'America/Sao_Paulo', now)).toBe('Sex, 09/04/2027, 21h30')
  })

  test('what became of a date', () => {
    const cancelled = { ...date, appointment: { ...appointment, status: 'CANCELLED' as const } }
    expect([date, open, skipped, cancelled].map((one) => stateOf(one).label)).toEqual([
      'Marcado',
      'Escolha outro',
      'Sem horário',
      'Cancelado',
    ])
    expect(describeException(date)).toBeUndefined()
    expect(describeException({ ...date, reason: 'chosen' })).toBeUndefined()
    expect(describeException({ ...date, reason: 'unmoved' })).toContain('Não deu para mudar')
    expect(describeException(open)).toBe('Não há atendimento nesse dia e horário')
  })

  test('all dates in one sentence', () => {
    expect(summarizeDates([date])).toBe('1 data marcada.')
    expect(summarizeDates([date, date, open, skipped])).toBe(
      '2 datas marcadas. 1 data precisa de outro horário. 1 data fica sem horário.',
    )
  })

  test('why it does not go on', () => {
    expect(describeSeriesState({ status: 'ACTIVE', endedBecause: null })).toBeUndefined()
    expect(describeSeriesState({ status: 'PAUSED', endedBecause: null })).toContain('Em pausa')
    expect(describeSeriesState({ status: 'ENDED', endedBecause: 'no-show' })).toContain('faltas')
  })

  test('which date an appointment is', () => {
    expect(findDateOf({ dates: [open, date] }, 'a')).toBe('2026-03-13')
    expect(findDateOf({ dates: [open] }, 'a')).toBeUndefined()
  })
})
