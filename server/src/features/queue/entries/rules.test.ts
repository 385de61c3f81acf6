import type { QueueEntryStatus } from '@na-regua/contract/queue'
import { describe, expect, test } from 'vitest'
import {
  entryTransitions,
  evaluateEntry,
  lateActionOf,
  type QueueAction,
  type QueueActor,
  rankBehind,
} from './rules.ts'

const statuses: QueueEntryStatus[] = ['WAITING', 'CALLED', 'SERVED', 'LEFT', 'REMOVED', 'MISSED', 'EXPIRED']
const actors: QueueActor[] = ['staff', 'customer', 'system']
const actions = Object.keys(entryTransitions) as QueueAction[]
const now = new Date('2026-03-11T15:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

/** Every change that is allowed, with the status after it. All others are refused. */
const allowed: Record<string, QueueEntryStatus> = {
  'staff call WAITING': 'CALLED',
  'staff undoCall CALLED': 'WAITING',
  'staff start WAITING': 'SERVED',
  'staff start CALLED': 'SERVED',
  'staff startBefore WAITING': 'SERVED',
  'staff startBefore MISSED': 'SERVED',
  'staff startBefore EXPIRED': 'SERVED',
  'staff undoStart SERVED': 'WAITING',
  'staff fallBack WAITING': 'WAITING',
  'staff fallBack CALLED': 'WAITING',
  'customer fallBack WAITING': 'WAITING',
  'customer fallBack CALLED': 'WAITING',
  'staff remove WAITING': 'REMOVED',
  'staff remove CALLED': 'REMOVED',
  'staff undoRemove REMOVED': 'WAITING',
  'customer leave WAITING': 'LEFT',
  'customer leave CALLED': 'LEFT',
  'system slide CALLED': 'WAITING',
  'system miss CALLED': 'MISSED',
  'system expire WAITING': 'EXPIRED',
  'system expire CALLED': 'EXPIRED',
}

test('every actor, action and status is decided by the table', () => {
  const found = actors.flatMap((actor) =>
    actions.flatMap((action) =>
      statuses.flatMap((status) => {
        const verdict = evaluateEntry(actor, action, { status, changedAt: now, comeBy: now }, now)
        return verdict === 'ok' ? [[`${actor} ${action} ${status}`, entryTransitions[action].to]] : []
      }),
    ),
  )
  expect(Object.fromEntries(found)).toEqual(allowed)
})

test('an actor without the right is not the same as a status that does not allow it', () => {
  const state = { status: 'WAITING', changedAt: now, comeBy: null } as const
  expect(evaluateEntry('customer', 'call', state, now)).toBe('FORBIDDEN')
  expect(evaluateEntry('staff', 'undoCall', state, now)).toBe('QUEUE_ENTRY_CHANGED')
})

test.each(['undoStart', 'undoRemove'] as const)('%s is possible for 15 seconds', (action) => {
  const status = action === 'undoStart' ? 'SERVED' : 'REMOVED'
  const at = (seconds: number) => evaluateEntry('staff', action, { status, changedAt: ago(seconds), comeBy: null }, now)
  expect([at(0), at(15), at(15.001)]).toEqual(['ok', 'ok', 'UNDO_TOO_LATE'])
})

test('no customer is late before the time to come is over', () => {
  const at = (comeBy: Date | null) =>
    evaluateEntry('system', 'slide', { status: 'CALLED', changedAt: ago(60), comeBy }, now)
  expect([at(now), at(ago(1)), at(ago(-1)), at(null)]).toEqual([
    'ok',
    'ok',
    'QUEUE_ENTRY_CHANGED',
    'QUEUE_ENTRY_CHANGED',
  ])
})

test('the late rule puts back so often, then out', () => {
  const after = (maxSlides: number) => [0, 1, 2].map((slides) => lateActionOf({ slides, maxSlides }))
  expect([after(0), after(2)]).toEqual([
    ['miss', 'miss', 'miss'],
    ['slide', 'slide', 'miss'],
  ])
})

describe('the rank behind', () => {
  test.each([
    [[2, 3, 4], 1, 1, 2.5],
    [[2, 3, 4], 1, 3, 5],
    [[2, 3, 4], 1, 5, 5],
    [[4, 2, 3], 2.5, 1, 3.5],
    [[1, 2], 3, 2, 3],
    [[], 3, 1, 3],
  ])('%j of %d back %d', (ranks, own, positions, expected) => {
    expect(rankBehind(ranks, own, positions)).toBe(expected)
  })

  test('is undefined where no number is left between two', () => {
    expect(rankBehind([1, 1 + Number.EPSILON], 0.5, 1)).toBeUndefined()
  })
})
