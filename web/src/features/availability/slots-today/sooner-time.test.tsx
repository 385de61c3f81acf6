import { availabilityApi } from '@na-regua/contract/availability'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { findSoonerTime, SoonerTime } from './sooner-time.tsx'

const api = startFakeApi()
/** 21:00 in São Paulo. */
const now = new Date('2026-11-29T00:00:00Z')
const next = {
  startTime: '2026-11-29T03:30:00.000Z',
  date: '2026-11-29',
  time: '00:30',
  barberId: 'beto',
  barberName: 'Beto Sol',
  serviceId: 'cut',
  serviceName: 'Corte',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('only a time before the end of the wait is sooner', () => {
  expect(findSoonerTime([next], { fromMin: 180, toMin: 211 }, now)).toBe(next)
  expect(findSoonerTime([next], { fromMin: 180, toMin: 210 }, now)).toBeUndefined()
  expect(findSoonerTime([next], null, now)).toBeUndefined()
  expect(findSoonerTime([], { fromMin: 0, toMin: 500 }, now)).toBeUndefined()
  expect(findSoonerTime(undefined, { fromMin: 0, toMin: 500 }, now)).toBeUndefined()
})

test('who waits is led to the booking of a sooner time, after midnight too', async () => {
  api.respond(availabilityApi.slotsToday, () => ({
    freeTimes: [
      {
        id: 'shop',
        timeZone: 'America/Sao_Paulo',
        date: '2026-11-28',
        opens: 600,
        closes: 1560,
        free: [],
        nextFreeAt: next.startTime,
        nextTimes: [next],
        isOver: false,
        nextOpensAt: null,
      },
    ],
  }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SoonerTime barbershopId="shop" wait={{ fromMin: 300, toMin: 420 }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Ou marque amanhã às 0h30 com Beto Sol' })
  expect(link.getAttribute('href')).toBe('/barbershop/shop/booking/beto/cut?date=2026-11-29&time=00%3A30')
})
