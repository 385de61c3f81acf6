import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

function bodyOf(...chunks: string[]) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = bytes.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
}

const read = (...chunks: string[]) => Array.fromAsync(readEvents(bodyOf(...chunks)))

test('topics are parsed, heartbeats are reported as alive', async () => {
  expect(await read(': na régua\nretry: 3000\n\n', 'data: {"topic":"appointments"}\n\n:\n\n')).toEqual([
    'alive',
    'appointments',
    'alive',
  ])
})

test('an event may be split over chunks, and a chunk may hold several', async () => {
  expect(await read('data: {"top', 'ic":"account"}\n', '\ndata: {"topic":"everything"}\n\ndata: {')).toEqual([
    'account',
    'everything',
  ])
})

test('unknown topics and invalid data are heartbeats', async () => {
  expect(await read('data: {"topic":"weather"}\n\n', 'data: nonsense\n\n', 'event: x\n\n')).toEqual([
    'alive',
    'alive',
    'alive',
  ])
})
