import type { ImportField } from '@na-regua/contract/imports'
import { describe, expect, test } from 'vitest'
import { type FieldReader, type ImportScope, RowProblem } from '../rows/rules.ts'
import { appointmentImporter } from './appointment-rows.ts'
import { createTimeline } from './find-overlaps.ts'

const ROWS = 20_000
const MINUTE = 60_000

/** Pseudo-random, the same in each run. */
function createRandom() {
  let seed = 7
  return (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
}

describe('a timeline', () => {
  test('finds what a comparison with every time finds, in any order of adding', () => {
    const random = createRandom()
    for (let round = 0; round < 200; round++) {
      const timeline = createTimeline<{ start: number; end: number }>()
      const times = Array.from({ length: random(40) }, () => {
        const start = random(300)
        return { start, end: start + 1 + random(round % 2 ? 10 : 80) }
      })
      for (const time of times) timeline.add(time)
      for (let start = -5; start < 310; start += 3) {
        const span = { start, end: start + 1 + random(40) }
        const all = times.filter((time) => time.start < span.end && time.end > span.start)
        const sort = (list: typeof all) => list.toSorted((one, other) => one.start - other.start || one.end - other.end)
        expect(sort(timeline.find(span))).toEqual(sort(all))
      }
    }
  })

  test(`${ROWS} spans among ${ROWS} times: some dozens of comparisons each`, () => {
    let reads = 0
    const timeline = createTimeline<{ start: number; end: number }>()
    for (let at = 0; at < ROWS; at++)
      timeline.add({
        get start() {
          reads++
          return at * 30 * MINUTE
        },
        end: (at + 1) * 30 * MINUTE,
      })
    reads = 0
    for (let at = 0; at < ROWS; at++)
      expect(timeline.find({ start: (at * 30 + 10) * MINUTE, end: (at * 30 + 20) * MINUTE })).toHaveLength(1)
    expect(reads / ROWS).toBeLessThan(30)
  })
})

/** 100 services and 300 choices: `reads` counts how often a name is looked at. */
function createScope() {
  const counted = { reads: 0 }
  const named = <T extends object>(rest: T, name: string) => ({
    ...rest,
    get name() {
      counted.reads++
      return name
    },
  })
  const services = Array.from({ length: 100 }, (_, at) =>
    named({ id: `service-${at}`, durationMin: 30, priceCents: 4000, isActive: true }, `Corte ${at}`),
  )
  const scope: ImportScope = {
    barbershopId: 'shop',
    name: 'Barbearia',
    ownerId: 'owner',
    timeZone: 'America/Sao_Paulo',
    now: new Date('2026-03-11T15:00:00Z'),
    barbers: [{ id: 'barber', userId: 'user', name: 'Beto' }],
    services,
    mapping: {
      columns: [],
      barbers: [],
      barberId: null,
      serviceId: null,
      areaCode: null,
      services: Array.from({ length: 300 }, (_, at) => named({ id: `service-${at % 100}` }, `Nome ${at}`)),
    },
  }
  return { scope, counted }
}

const reader =
  (values: Partial<Record<ImportField, string>>): FieldReader =>
  (field) =>
    values[field] ?? ''

test('names of the barbershop and the mapping are folded once, not for each row', () => {
  const { scope, counted } = createScope()
  const parse = appointmentImporter.createParser(scope)
  const before = counted.reads
  for (let at = 0; at < 100; at++) {
    const values = { date: '2026-03-12', time: '10:00', name: 'Ana Lima' }
    expect(parse(reader({ ...values, service: `nome ${at + 200}` })).serviceId).toBe(`service-${at}`)
    expect(parse(reader({ ...values, service: `CORTE ${at}` })).serviceId).toBe(`service-${at}`)
    expect(parse(reader({ ...values, title: `Corte ${at} - Rui` })).serviceId).toBe(`service-${at}`)
    expect(() => parse(reader({ ...values, service: `Outro ${at}` }))).toThrow(RowProblem)
  }
  // The name of the service that was found, at most a few times for each row.
  expect((counted.reads - before) / 400).toBeLessThan(4)
})

test(`${ROWS} rows of one barber: none is compared with all before it`, () => {
  const { scope } = createScope()
  const check = appointmentImporter.createFileCheck()
  const parse = appointmentImporter.createParser(scope)
  const first = parse(reader({ date: '2026-03-12', time: '10:00', name: 'Ana Lima', service: 'Corte 1' }))
  let reads = 0
  for (let at = 0; at < ROWS; at++) {
    const start = new Date(first.start.getTime() + at * MINUTE)
    const time = start.getTime()
    start.getTime = start.valueOf = () => {
      reads++
      return time
    }
    check({ ...first, start, durationMin: 1, row: at + 2 })
  }
  expect(reads / ROWS).toBeLessThan(5)
})
