import { barbershopsApi } from '@na-regua/contract/barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { sampleBarbers, sampleBarbershop } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { QueueEntryForm } from './queue-entry-form.tsx'

const api = startFakeApi()
const added: unknown[] = []
let isAccepted = true
let isClosed = false

beforeEach(() => {
  cleanup()
  added.length = 0
  isAccepted = true
  isClosed = false
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(staffBookingsApi.mostBooked, () => ({ serviceIds: ['beard'] }))
})

async function open() {
  const queue = {
    barbers: sampleBarbers,
    problem: undefined,
    async add(input: object, name: string) {
      added.push({ ...input, shownName: name })
      return isAccepted
    },
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <QueueEntryForm
          target={{ barbershopId: 'shop', timeZone: 'America/Sao_Paulo' }}
          queue={queue}
          onClose={() => {
            isClosed = true
          }}
        />
      </TestRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /Barba/ })
}

const submit = () => act(async () => screen.getByRole('button', { name: 'Pôr na fila' }).click())

test('nothing is required; a repetition after a refusal is the same entry', async () => {
  await open()
  isAccepted = false
  await submit()
  expect(isClosed).toBe(false)
  isAccepted = true
  await submit()
  expect(isClosed).toBe(true)
  expect(added[0]).toMatchObject({ shownName: 'Cliente' })
  expect(added[1]).toEqual(added[0])
})

test('the most booked service comes first; one of them, a barber and a name are sent', async () => {
  await open()
  const names = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent?.slice(0, 5))
  expect(names).toEqual(['Barba', 'Corte'])
  fireEvent.change(screen.getByLabelText('Cliente'), { target: { value: ' Zé ' } })
  fireEvent.click(screen.getByRole('button', { name: /Barba/ }))
  fireEvent.click(screen.getByRole('button', { name: /Corte/ }))
  fireEvent.change(screen.getByLabelText('Barbeiro'), { target: { value: 'lia' } })
  await submit()
  expect(added).toMatchObject([{ name: 'Zé', serviceId: 'cut', barberId: 'lia', shownName: 'Zé' }])
})

test('a phone that is not complete is not left out', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('Telefone'), { target: { value: '119' } })
  await submit()
  expect(screen.getByText(/Ou apague o telefone/)).toBeTruthy()
  expect(added).toEqual([])
})
