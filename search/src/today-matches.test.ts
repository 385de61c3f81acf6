import { expect, test } from 'vitest'
import { insertPoint } from './points/change-tree.ts'
import { countPoints } from './points/known-matches.ts'
import { OpeningPatterns } from './points/opening-patterns.ts'
import { createTree } from './points/point-tree.ts'
import { ServiceIndex } from './slots/service-index.ts'
import { SlotSearch } from './slots/slot-search.ts'
import { neverFree } from './slots/upcoming-slots.ts'
import { WaitTable } from './slots/wait-table.ts'
import { toTreeQuery } from './to-tree-query.ts'
import { TodayMatches } from './today-matches.ts'

const DAY = 1440
const MINUTE = 60_000
const NOON = Date.parse('2026-03-11T12:00:00Z') / MINUTE
const SHOPS = 600
const week = [0, 1, 2, 3, 4, 5, 6].map((day) => `${day} 480 1200`).join(' ')

/** Barbershops in UTC, of which every third one is free from 14:00 on; the slots of the last `unknown` ones are not known. */
function createScene({ unknown = 0 } = {}) {
  const tree = createTree()
  const patterns = new OpeningPatterns(
    (minute) => ({ day: Math.floor(minute / DAY), minute: minute % DAY }),
    ({ day, minute }) => DAY * day + minute,
  )
  const services = new ServiceIndex()
  const slots = new SlotSearch({ tree, patterns, services })
  const waits = new WaitTable(tree)
  const sources = { tree, features: undefined, patterns, services, slots, waits, listBeginnings: () => [] }
  const firstDay = NOON - (NOON % DAY)
  const setSlots = (point: number, isFree: boolean, now: Date) => {
    const days = [isFree ? [{ first: 840, end: 960, slack: 0, isSingle: false }] : [], []]
    const known = { firstDay, days, knownFrom: NOON, knownUntil: firstDay + 2 * DAY, gridMinutes: 15, windowDays: 30 }
    slots.set(point, [{ from: now.getTime(), slots: { ...neverFree, ...known, durationMin: 30 } }], now)
  }
  const insert = (point: number, isFree = false) => {
    const coordinates = [Math.sin(point), Math.cos(7 * point), Math.sin(3 * point)] as const
    const pattern = patterns.acquire('UTC', week, '')
    insertPoint(tree, point, { coordinates, sortKeys: [0, 0, 0, 0], flags: 0, pattern, zone: 1 })
    if (point < SHOPS - unknown || point >= SHOPS) setSlots(point, isFree, new Date(NOON * MINUTE))
  }
  for (let point = 0; point < SHOPS; point++) insert(point, point % 3 === 0)
  const find = (priceMax: number | undefined, now: Date) => {
    const free = slots.open(now)
    const query = { center: [0, 0, 0] as const, chord: 9, filters: { freeToday: true, priceMax }, now }
    const filtered = toTreeQuery(query, sources, { free, wait: undefined })
    return filtered && countPoints(tree, filtered.tree)
  }
  return { tree, sources, find, setSlots, insert }
}

/** In how many steps. */
function prepare(today: TodayMatches, minute: number) {
  return [...today.prepare(new Date(minute * MINUTE))].length
}

test('who is free today is known in every node, and stays so while other filters are used', () => {
  const { tree, sources, find } = createScene()
  const today = new TodayMatches(sources)
  expect(prepare(today, NOON)).toBeGreaterThan(0)
  const [known] = tree.matchesByFilter.values()
  expect(known?.counts.subarray(0, tree.nodes).every((count) => count >= 0)).toBe(true)
  expect(known?.counts[0]).toBe(SHOPS / 3)
  for (let price = 1; price < 400; price++) find(price, new Date(NOON * MINUTE))
  expect([...tree.matchesByFilter.values()]).toContain(known)
  expect(find(undefined, new Date(NOON * MINUTE))).toBe(SHOPS / 3)
})

test('it is learned again in the next minute, also of changes', () => {
  const { tree, sources, find, setSlots } = createScene()
  const today = new TodayMatches(sources)
  prepare(today, NOON)
  const [known] = tree.matchesByFilter.values()
  setSlots(1, true, new Date(NOON * MINUTE))
  expect([known?.counts[0], prepare(today, NOON), known?.counts[0]]).toEqual([-1, 0, -1])
  expect(prepare(today, NOON + 1)).toBeGreaterThan(0)
  expect(known?.counts[0]).toBe(SHOPS / 3 + 1)
  // The last start is at 15:30.
  prepare(today, NOON + 211)
  expect([known?.counts[0], find(undefined, new Date((NOON + 211) * MINUTE))]).toEqual([0, 0])
})

test('it is learned again after the tree has grown meanwhile', () => {
  const { tree, sources, insert } = createScene()
  const today = new TodayMatches(sources)
  const steps = today.prepare(new Date(NOON * MINUTE))
  steps.next()
  for (let point = SHOPS; tree.matchesByFilter.size > 0; point++) insert(point)
  expect([...steps]).toEqual([])
  expect(prepare(today, NOON)).toBeGreaterThan(0)
  expect([...tree.matchesByFilter.values()][0]?.counts[0]).toBe(SHOPS / 3)
})

test('nothing is remembered while slots are not known', () => {
  const { tree, sources } = createScene({ unknown: 1 })
  const today = new TodayMatches(sources)
  prepare(today, NOON)
  expect(tree.matchesByFilter.size).toBe(0)
})
