import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { NextTimes } from './next-times.tsx'

afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset.at
})

const next = { barberId: 'rui', barberName: 'Rui', serviceId: 'cut', serviceName: 'Corte' }
const slots = {
  id: 'a',
  timeZone: 'America/Sao_Paulo',
  nextTimes: [{ ...next, startTime: '2026-11-23T15:00:00.000Z', date: '2026-11-23', time: '12:00' }],
} as unknown as BarbershopSlotsToday

const page = (
  <MemoryRouter>
    <NextTimes slots={slots} />
  </MemoryRouter>
)

test('a page that was rendered before midnight is hydrated as it was sent, and then says "Hoje"', async () => {
  const renderedAt = new Date('2026-11-23T02:59:59Z')
  vi.setSystemTime(renderedAt)
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  expect(container.textContent).toContain('Amanhã')
  document.documentElement.dataset.at = String(renderedAt.getTime())
  vi.setSystemTime('2026-11-23T03:00:01Z')
  const errors: unknown[] = []
  await act(async () => void hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }))
  expect(errors).toEqual([])
  expect(container.textContent).toContain('Hoje')
})
