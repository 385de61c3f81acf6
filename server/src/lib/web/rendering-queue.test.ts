import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HtmlPage } from './html-page.ts'
import { createRenderingQueue } from './rendering-queue.ts'

const page: HtmlPage = { status: 200, headers: {}, scriptHashes: [], bodies: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('beside others a client waits as long as its page took, and alone it does not wait', async () => {
  let isShared = true
  const renderInTurn = createRenderingQueue({ maxQueued: 10, isShared: () => isShared })
  const begun: string[] = []
  const render = (name: string) => async () => {
    begun.push(name)
    await new Promise((resolve) => setTimeout(resolve, 10))
    return page
  }
  const pages = [1, 2, 3].map((number) => renderInTurn('a', render(`a${number}`)))
  await vi.advanceTimersByTimeAsync(19)
  expect(await pages[0], 'the client does not wait for the pause').toBe(page)
  pages.push(renderInTurn('b', render('b1')))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a1', 'b1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  isShared = false
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  await vi.advanceTimersByTimeAsync(10)
  expect(await Promise.all(pages)).toEqual(Array(4).fill(page))
})

test('a page that fails fails its own request only, and one too many is refused', async () => {
  const renderInTurn = createRenderingQueue({ maxQueued: 1, isShared: () => false })
  const failing = renderInTurn('a', () => Promise.reject(new Error('database away')))
  const waiting = renderInTurn('a', async () => page)
  await expect(renderInTurn('a', async () => page)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(failing).rejects.toThrow('database away')
  expect(await waiting).toBe(page)
})
