import { expect, test } from 'vitest'
import { createConcurrencyQueue } from './concurrency-queue.ts'

test('two run together, the others follow in their order, and failures free their place', async () => {
  const inLine = createConcurrencyQueue({ atOnce: 2, longest: 10 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (number: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
    order.push(number)
    if (number % 2) throw new Error('failed')
  }
  await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => inLine(work(number))))
  expect(most).toBe(2)
  expect(order).toEqual([1, 2, 3, 4, 5, 6])
  await expect(inLine(async () => 'free')).resolves.toBe('free')
})

test('a line that is too long sends people away at once, and lets them in when it is short again', async () => {
  const inLine = createConcurrencyQueue({ atOnce: 1, longest: 2 })
  let finish = () => {}
  const slow = inLine(() => new Promise<void>((resolve) => (finish = resolve)))
  const patient = [inLine(async () => 1), inLine(async () => 2)]
  await expect(inLine(async () => 3)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  finish()
  await slow
  expect(await Promise.all(patient)).toEqual([1, 2])
  expect(await inLine(async () => 3)).toBe(3)
})
