import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGradualIds } from './paged-list.tsx'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] }),
)
afterEach(() => void vi.useRealTimers())

function nextFrame() {
  act(() => void vi.advanceTimersToNextFrame())
  act(() => void vi.advanceTimersByTime(1))
}

test('the first list is ready at once, and what comes later follows one per frame', () => {
  const { result, rerender } = renderHook(({ ids }) => useGradualIds(ids), { initialProps: { ids: ['a', 'b'] } })
  expect([...result.current]).toEqual(['a', 'b'])
  rerender({ ids: ['c', 'b', 'd'] })
  const listReady = () => ['c', 'b', 'd'].filter((id) => result.current.has(id))
  expect(listReady()).toEqual(['b'])
  nextFrame()
  expect(listReady()).toEqual(['c', 'b'])
  nextFrame()
  expect(listReady()).toEqual(['c', 'b', 'd'])
})
