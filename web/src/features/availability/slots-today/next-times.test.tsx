import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { act, render, screen } from '@testing-library/react'
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

/** A time at the usual price, and one per last-minute price. */
function renderCheaper(...prices: number[]) {
  const [first] = slots.nextTimes ?? []
  const cheaper = prices.map((priceCents, index) => {
    const discount = { priceCents, listPriceCents: 5000 }
    return { ...first, startTime: `2026-11-23T${16 + index}:00:00.000Z`, time: `${13 + index}:00`, discount }
  })
  return render(
    <MemoryRouter>
      <NextTimes slots={{ ...slots, nextTimes: [first, ...cheaper] } as BarbershopSlotsToday} />
    </MemoryRouter>,
  ).container
}

test('a time in a last-minute slot has both prices, and the price above is the usual one', () => {
  const container = renderCheaper(4500, 4000)
  expect(container.querySelector('p')?.textContent).toMatch(/^Próximos horários para Corte\s*R\$\s50,00$/)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Corte$/),
    expect.stringMatching(/13h com Rui, Corte em vez de R\$\s50,00 R\$\s45,00$/),
    expect.stringMatching(/14h com Rui, Corte em vez de R\$\s50,00 R\$\s40,00$/),
  ])
})

const renderTimes = (...priceCents: number[]) =>
  render(
    <MemoryRouter>
      <NextTimes
        slots={
          {
            ...slots,
            nextTimes: priceCents.map((price, hour) => ({
              ...slots.nextTimes?.[0],
              startTime: `2026-11-23T1${hour}:00:00.000Z`,
              time: `1${hour}:00`,
              priceCents: price,
            })),
          } as BarbershopSlotsToday
        }
      />
    </MemoryRouter>,
  ).container

test('the price beside the times is that of their service, not the lowest of the barbershop', () => {
  const container = renderTimes(4500, 4500)
  expect(container.querySelector('p')?.textContent).toMatch(/^Próximos horários para Corte R\$\s45,00$/)
  expect(container.querySelector('a')?.textContent).toMatch(/ 10h com Rui, Corte$/)
})

test('of barbers with different prices the lowest is shown as such, and a time that costs more says so', () => {
  const container = renderTimes(4500, 6000)
  expect(container.querySelector('p')?.textContent).toMatch(/Corte a partir de R\$\s45,00$/)
  expect([...container.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ 10h com Rui, Corte$/),
    expect.stringMatching(/ 11h com Rui, Corte por R\$\s60,00$/),
  ])
})
