import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoredValue } from './use-stored-value.ts'

const values = new Map<string, string>()

beforeEach(() => {
  values.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const createPoint = () => createStoredValue({ key: 'point', parse: (text) => JSON.parse(text) as { x: number } })

test('a written value is read back', () => {
  const point = createPoint()
  expect(point.write({ x: 1 })).toBe(true)
  expect(values.get('point')).toBe('{"x":1}')
  expect(point.read()).toEqual({ x: 1 })
})

test('invalid text is no value', () => {
  values.set('point', '{')
  expect(createPoint().read()).toBeUndefined()
})

test('a value is taken once', () => {
  const point = createPoint()
  point.write({ x: 1 })
  expect([point.take(), point.take()]).toEqual([{ x: 1 }, undefined])
  expect(values.size).toBe(0)
})

test('the snapshot changes with the writes of this page only', () => {
  const point = createPoint()
  point.write({ x: 1 })
  values.set('point', '{"x":2}')
  expect(point.read()).toEqual({ x: 2 })
  expect(point.getSnapshot()).toEqual({ x: 1 })
  expect(point.getSnapshot()).toBe(point.getSnapshot())
})

test('with blocked storage a value lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined)
  const point = createPoint()
  expect(point.read()).toBeUndefined()
  expect(point.write({ x: 1 })).toBe(false)
  expect(point.read()).toEqual({ x: 1 })
})

test('listeners are notified of each write until they unsubscribe', () => {
  const point = createPoint()
  const listener = vi.fn()
  const unsubscribe = point.subscribe(listener)
  point.write({ x: 1 })
  unsubscribe()
  point.write({ x: 2 })
  expect(listener).toHaveBeenCalledTimes(1)
})
