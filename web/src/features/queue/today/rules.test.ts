import type { Appointment } from '@na-regua/contract/appointments'
import type { BarberNow, QueueEntry, QueueToday } from '@na-regua/contract/queue-today'
import { expect, test } from 'vitest'
import type { StaffCommand } from '../../../lib/use-commands.ts'
import {
  applyActs,
  describeDelay,
  describeIdle,
  describePassedOver,
  findNowState,
  type QueueAct,
  toAct,
  toNewEntry,
} from './rules.ts'

const now = new Date('2026-11-24T00:00:00.000Z')
/** 21:00 there, another day in UTC. */
const timeZone = 'America/Sao_Paulo'
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const waiting = (name: string, change: Partial<QueueEntry> = {}): QueueEntry => ({
  ...toNewEntry({ entryId: name }, name, at(-10)),
  ...change,
})
const barber = (barberId: string, change: Partial<BarberNow> = {}): BarberNow => ({
  barberId,
  name: barberId,
  avatarUrl: null,
  isAtWork: true,
  serving: null,
  freeAt: null,
  next: null,
  suggestedEntryId: null,
  isDoubtful: false,
  ...change,
})
const todayOf = (entries: QueueEntry[], barbers: BarberNow[]): QueueToday => ({
  closure: null,
  wait: null,
  entries,
  barbers,
  slidePositions: 1,
  serverTime: at(0),
})
const booked = (minutes: number, change = {}) => ({
  appointmentId: 'booked',
  startTime: at(minutes),
  delayMin: 0,
  isArrived: false,
  ...change,
})
const long = { id: 'both', name: 'Corte + Barba', durationMin: 60 }
const apply = (today: QueueToday, ...acts: QueueAct[]) => applyActs(today, acts, now)
const names = ({ entries }: QueueToday) => entries.map(({ name }) => name)

test('each act is shown before the server has it', () => {
  const today = todayOf(
    [waiting('Ana'), waiting('Beto'), waiting('Caio')],
    [barber('Rui', { suggestedEntryId: 'Ana' })],
  )
  const called = apply(today, { type: 'call', entryId: 'Ana', barberId: 'Rui', at: at(0) })
  expect(findNowState(called, called.barbers[0] as BarberNow, now)).toMatchObject({
    kind: 'called',
    entry: { id: 'Ana' },
  })
  const started = apply(called, { type: 'start', entryId: 'Ana', barberId: 'Rui', appointmentId: 'a1', at: at(0) })
  expect(names(started)).toEqual(['Beto', 'Caio'])
  expect(started.barbers[0]).toMatchObject({ serving: { customerName: 'Ana' }, suggestedEntryId: 'Beto' })
  const finished = apply(started, { type: 'finish', appointmentId: 'a1' })
  expect(findNowState(finished, finished.barbers[0] as BarberNow, now)).toMatchObject({
    kind: 'suggestion',
    entry: { id: 'Beto' },
  })
  expect(names(apply(finished, { type: 'fallBack', entryId: 'Beto', positions: 1 }))).toEqual(['Caio', 'Beto'])
  expect(names(apply(finished, { type: 'fallBack', entryId: 'Beto', positions: 5 }))).toEqual(['Caio', 'Beto'])
  expect(names(apply(finished, { type: 'remove', entryId: 'Caio' }))).toEqual(['Beto'])
})

test('what the queue contains already is not done again, and what is gone stays gone', () => {
  const today = todayOf([waiting('Ana', { version: 3 })], [barber('Rui')])
  const older = waiting('Ana', { version: 2, name: 'Outra' })
  expect(names(apply(today, { type: 'put', entry: older }))).toEqual(['Ana'])
  const start = { type: 'start', entryId: 'gone', barberId: 'Rui', appointmentId: 'a1', at: at(0) } as const
  expect(apply(today, start)).toEqual(today)
  expect(apply(today, { type: 'fallBack', entryId: 'gone', positions: 1 }).entries).toEqual(today.entries)
})

test('an entry is suggested to one barber, whom its customer wants, and only if it fits', () => {
  const entries = [
    waiting('Ana'),
    waiting('Beto', { barberId: 'Lia' }),
    waiting('Caio', { service: long }),
    waiting('Davi'),
    waiting('Eva'),
  ]
  const today = todayOf(entries, [
    barber('Rui', { suggestedEntryId: 'Ana', next: booked(40) }),
    barber('Lia', { suggestedEntryId: 'Davi' }),
  ])
  expect(apply(today, { type: 'remove', entryId: 'Ana' }).barbers[0]?.suggestedEntryId).toBe('Eva')
})

test('a booking is a fixed point: why an entry is passed over, in the time of the barbershop', () => {
  const entries = [waiting('Ana', { service: long }), waiting('Beto')]
  const today = todayOf(entries, [barber('Rui', { suggestedEntryId: 'Beto', next: booked(45) })])
  const reason = (entry: QueueEntry | undefined, of = today) =>
    entry && describePassedOver(of, entry, { now, timeZone })
  expect(reason(entries[0])).toBe('não cabe antes das 21h45')
  expect(reason(entries[0] && waiting('Ana'))).toBeUndefined()
  expect(reason(entries[1])).toBeUndefined()
  const away = todayOf([waiting('Ana', { barberId: 'Lia' })], [barber('Rui'), barber('Lia', { isAtWork: false })])
  expect(reason(away.entries[0], away)).toBe('Lia não está atendendo')
  const stuck = todayOf([waiting('Ana', { service: long })], [barber('Rui', { next: booked(45) })])
  expect(reason(stuck.entries[0], stuck)).toBe('não cabe antes das 21h45')
  const say = (of: QueueToday, change: Partial<BarberNow> = {}) =>
    describeIdle(of, { ...(of.barbers[0] as BarberNow), ...change }, { timeZone })
  expect(say(stuck)).toBe('Ninguém da fila cabe antes das 21h45.')
  const taken = todayOf([waiting('Ana')], [barber('Rui'), barber('Lia', { suggestedEntryId: 'Ana' })])
  expect(say(taken)).toBe('Quem espera já tem outro barbeiro livre.')
  expect(say(stuck, { next: null })).toBe('Este horário ainda é de um agendamento: diga o que houve com ele.')
  expect(say(stuck, { isAtWork: false })).toBe('Fora do expediente.')
  expect(say(todayOf([], [barber('Rui')]))).toBe('Ninguém esperando.')
  // The others are not passed over: their turn has not come.
  const busy = todayOf(
    [waiting('Ana'), waiting('Beto', { service: long })],
    [barber('Rui', { suggestedEntryId: 'Ana', next: booked(45) })],
  )
  expect(reason(busy.entries[1], busy)).toBeUndefined()
})

test('a booking is next when it starts soon or has arrived, before the queue', () => {
  const stateOf = (next: BarberNow['next']) => {
    const today = todayOf([waiting('Ana')], [barber('Rui', { suggestedEntryId: 'Ana', next })])
    return findNowState(today, today.barbers[0] as BarberNow, now).kind
  }
  expect([stateOf(booked(11)), stateOf(booked(10)), stateOf(booked(30, { isArrived: true }))]).toEqual([
    ...['suggestion', 'due', 'due'],
  ])
})

test('delays from five minutes, early times from ten', () => {
  const say = (delayMin: number) => describeDelay({ next: booked(10, { delayMin }) })
  expect([4, 5, 12, -9, -10].map(say)).toEqual([
    ...[undefined, 'próximo 5 min atrasado', 'próximo 12 min atrasado'],
    ...[undefined, 'próximo pode vir 10 min antes'],
  ])
})

test('commands that wait for the network are acts of their barbershop', () => {
  const command = (given: object, appointment?: Partial<Appointment>) =>
    ({
      id: 'c1',
      state: 'pending',
      result: null,
      preview: { name: 'Zé', act: '', appointment },
      command: { id: 'c1', issuedAt: at(0), ...given },
    }) as unknown as StaffCommand
  const add = command({ type: 'queueAdd', barbershopId: 'shop', input: { entryId: 'e1' } })
  expect(toAct(add, 'shop')).toMatchObject({ type: 'put', entry: { id: 'e1', name: 'Zé', version: 1 } })
  expect(toAct(add, 'other')).toBeUndefined()
  expect(toAct({ ...add, state: 'refused' }, 'shop')).toBeUndefined()
  const start = command({ type: 'queueStart', entryId: 'e1', input: { version: 1, barberId: 'Rui' } })
  expect(toAct(start, 'shop')).toMatchObject({ type: 'start', entryId: 'e1', appointmentId: 'c1' })
  const appointment = { id: 'a1', guestName: null, customer: { name: 'Bia' }, barber: { id: 'Rui' }, startTime: at(5) }
  const serve = command({ type: 'serve', isServing: true }, appointment as Partial<Appointment>)
  const today = todayOf([], [barber('Rui', { next: booked(5, { appointmentId: 'a1' }) })])
  const serving = apply(today, toAct(serve, 'shop') as QueueAct)
  expect(serving.barbers[0]).toMatchObject({ serving: { customerName: 'Bia' }, next: null })
  const undone = command({ type: 'serve', isServing: false }, appointment as Partial<Appointment>)
  expect(apply(serving, toAct(undone, 'shop') as QueueAct).barbers[0]).toMatchObject({
    serving: null,
    next: { appointmentId: 'a1', isArrived: true },
  })
  const complete = command({ type: 'complete' }, appointment as Partial<Appointment>)
  expect(apply(serving, toAct(complete, 'shop') as QueueAct).barbers[0]?.serving).toBeNull()
})
