import type { OutreachRow } from '@na-regua/contract/outreach'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOutreachRow, describeOutreachState, isWrittenTo } from './rules.ts'

const timeZone = 'America/Sao_Paulo'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-12T15:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const createRow = (change: Partial<OutreachRow>): OutreachRow => ({
  profileId: 'profile',
  version: 1,
  name: 'Ana Souza',
  whatsAppUrl: 'https://wa.me/5562988887777?text=Oi',
  isPhoneHidden: false,
  appointment: null,
  date: null,
  sent: null,
  ...change,
})

const appointment = {
  id: 'appointment',
  startTime: '2026-03-13T13:30:00Z',
  barberName: 'Tonho',
  guestName: null,
  isPresenceConfirmed: false,
}

test('a row says what it is about', () => {
  const guest = createRow({ appointment: { ...appointment, guestName: 'Théo' } })
  expect(describeOutreachRow(createRow({ appointment }), 'tomorrow', timeZone)).toBe('10:30 · com Tonho')
  expect(describeOutreachRow(guest, 'tomorrow', timeZone)).toBe('10:30 · para Théo · com Tonho')
  expect(describeOutreachRow(createRow({ date: '2026-03-12' }), 'birthday', timeZone)).toBe('Faz aniversário hoje')
  expect(describeOutreachRow(createRow({ date: '2026-03-13' }), 'birthday', timeZone)).toBe(
    'Faz aniversário Sex, 13/03',
  )
  expect(describeOutreachRow(createRow({ date: '2026-01-10' }), 'absent', timeZone)).toBe(
    'Última visita: Sáb, 10/01/2026',
  )
})

test('a row says why nothing is to be sent', () => {
  const sent = { at: '2026-03-12T14:05:00Z', by: 'Dona Zuleide', delivery: null }
  expect(describeOutreachState(createRow({}), timeZone)).toBeUndefined()
  expect(describeOutreachState(createRow({ sent }), timeZone)).toBe('avisado às 11h05 por Dona')
  expect(describeOutreachState(createRow({ sent: { ...sent, by: null } }), timeZone)).toBe('avisado às 11h05')
  expect(describeOutreachState(createRow({ whatsAppUrl: null }), timeZone)).toBe('sem telefone')
  expect(describeOutreachState(createRow({ whatsAppUrl: null, isPhoneHidden: true }), timeZone)).toBe('telefone oculto')
  const confirmed = createRow({ sent, appointment: { ...appointment, isPresenceConfirmed: true } })
  expect(describeOutreachState(confirmed, timeZone)).toBe('já confirmou')
})

test('of a message that left by itself a row says how far it came; what was not delivered is to be sent by hand', () => {
  const states = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED'] as const
  const rows = states.map((delivery) => createRow({ sent: { at: '2026-03-12T14:05:00Z', by: null, delivery } }))
  expect(rows.map((row) => [describeOutreachState(row, timeZone), isWrittenTo(row)])).toEqual([
    ['enviando', true],
    ['enviando', true],
    ['enviado', true],
    ['entregue', true],
    ['lido', true],
    ['não entregue', false],
  ])
})
