import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../test/fake-api.ts'
import { sampleBarbers, sampleBarbershop } from '../../test/samples.ts'
import { toLocalTime } from '../lib/local-time.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { BookButton } from './barbershop-cards.tsx'

const api = startFakeApi()
afterEach(cleanup)

function Destination() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

async function press(barbers: readonly { id: string }[], { path, day }: { path?: string; day?: string } = {}) {
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  const button = <BookButton barbershop={sampleBarbershop} path={path} day={day} loadBarbers={async () => barbers} />
  const router = createMemoryRouter([
    { path: '/', element: button },
    { path: '*', element: <Destination /> },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const link = screen.getByRole('link', { name: /^Agendar/ })
  expect(link.getAttribute('href')).toBe(path ?? `/barbershop/${sampleBarbershop.id}`)
  fireEvent.click(link)
  return (await screen.findByText(/^at /)).textContent
}

test('"Agendar" opens the booking with the first barber, the first service and the date of today [2.48]', async () => {
  const { date } = toLocalTime(new Date(), sampleBarbershop.timeZone)
  expect(await press(sampleBarbers)).toBe(`at /barbershop/${sampleBarbershop.id}/booking/rui/cut?date=${date}`)
})

test('"Agendar" opens the day of the filter', async () => {
  const day = '2026-11-28'
  expect(await press(sampleBarbers, { day })).toBe(`at /barbershop/${sampleBarbershop.id}/booking/rui/cut?date=${day}`)
})

test('"Agendar" is a link to the booking page once the first barber and service are known', async () => {
  const path = `/barbershop/${sampleBarbershop.id}/booking/lia/cut?date=2026-11-22`
  expect(await press(sampleBarbers, { path })).toBe(`at ${path}`)
})

test('"Agendar" opens the barbershop without barbers', async () => {
  expect(await press([])).toBe(`at /barbershop/${sampleBarbershop.id}`)
})
