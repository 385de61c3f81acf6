import { barbershopsApi } from '@na-regua/contract/barbershops'
import { groupsApi } from '@na-regua/contract/groups'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { GroupForm } from './group-form.tsx'

const api = startFakeApi()
afterEach(cleanup)

const nine = '2026-11-23T12:00:00.000Z'
const half = '2026-11-23T12:30:00.000Z'
const place = (barberName: string, startTime: string) => ({
  barberId: barberName,
  barberName,
  startTime,
  durationMin: 30,
  priceCents: 5000,
})

/** Each with another barber, or one after the other. */
function listOptions(count: number) {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return [
    { kind: 'same-time', places: indexes.map((index) => place(`Barbeiro ${index}`, nine)) },
    { kind: 'one-after-other', places: indexes.map(() => place('Rui', half)) },
  ]
}

beforeEach(() => {
  api.respond(groupsApi.guests, () => ({ names: ['Bento', 'Ana', 'Davi'] }))
  api.respond(groupsApi.options, ({ url }) => {
    const services = new URL(url, 'http://localhost').searchParams.get('services') ?? ''
    return { options: listOptions(services.split(';').length) }
  })
  api.respond(barbershopsApi.get, () => ({
    barbershop: {
      services: [
        { id: 'cut', name: 'Corte', isActive: true },
        { id: 'kids', name: 'Corte infantil', isActive: true },
      ],
      combinations: [],
    },
  }))
})

function open(props: Partial<Parameters<typeof GroupForm>[0]> = {}) {
  const onBooked = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GroupForm
        barbershopId="shop"
        timeZone="America/Sao_Paulo"
        start={{ joins: 'a1' }}
        taken={['']}
        service={{ name: 'Corte', ids: ['cut'] }}
        onBooked={onBooked}
        {...props}
      />
    </QueryClientProvider>,
  )
  return onBooked
}

const listBooked = () => api.listRequests(groupsApi.book).map(({ body }) => body)

test('a known person is booked in two taps, with the same services', async () => {
  api.respond(groupsApi.book, () => ({ appointments: [{ id: 'a2' }] }))
  const onBooked = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Bento' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Na mesma hora/ }))
  await waitFor(() => expect(onBooked).toHaveBeenCalledWith(['a2']))
  const member = { barberId: 'Barbeiro 0', startTime: nine, priceCents: 5000 }
  expect(listBooked()).toEqual([{ members: [{ ...member, guestName: 'Bento', serviceIds: ['cut'] }], joins: 'a1' }])
})

test('without a person nothing is booked, and the field says so', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^Na mesma hora/ }))
  expect(await screen.findByText('Diga para quem é.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Outra pessoa'))
  expect(listBooked()).toEqual([])
})

test('a typed person has another service, and no more than the group takes are chosen', async () => {
  api.respond(groupsApi.book, () => ({ appointments: [] }))
  open({ taken: ['', 'Eva'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Ana' }))
  fireEvent.change(screen.getByLabelText('Outra pessoa'), { target: { value: ' Gil ' } })
  expect(screen.getByRole('button', { name: 'Bento' })).toHaveProperty('disabled', true)
  const service = await screen.findByRole('combobox', { name: 'Serviço para Gil' })
  await waitFor(() => expect(service.querySelectorAll('option')).toHaveLength(2))
  fireEvent.change(service, { target: { value: 'kids' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Um depois do outro.*Ana: 9h30.*Gil: 9h30/ }))
  await waitFor(() => expect(listBooked()).toHaveLength(1))
  expect(listBooked()[0]).toMatchObject({
    members: [
      { guestName: 'Ana', serviceIds: ['cut'] },
      { guestName: 'Gil', serviceIds: ['kids'] },
    ],
  })
})

test('who books comes first in a group that is booked at once', async () => {
  api.respond(groupsApi.book, () => ({ appointments: [] }))
  const first = { name: '', serviceIds: ['cut'], note: 'Franja curta' }
  open({ start: { startTime: nine, barberId: 'any' }, first })
  fireEvent.click(await screen.findByRole('button', { name: 'Bento' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Na mesma hora.*Você: 9h.*Bento: 9h/ }))
  await waitFor(() => expect(listBooked()).toHaveLength(1))
  expect(listBooked()[0]).toMatchObject({ members: [{ note: 'Franja curta' }, { guestName: 'Bento' }] })
  expect(listBooked()[0]).not.toHaveProperty('joins')
})

test('a lost place is said, with what is free for the whole group now', async () => {
  const options = [{ kind: 'soonest', places: [place('Lia', half)] }]
  api.respond(groupsApi.book, () => apiError(409, 'SLOT_TAKEN', { options }))
  const onBooked = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Bento' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Na mesma hora/ }))
  expect(await screen.findByText('message of SLOT_TAKEN')).toBeDefined()
  expect(await screen.findByRole('button', { name: /^O mais cedo possível.*9h30 com Lia/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Na mesma hora/ })).toBeNull()
  expect(onBooked).not.toHaveBeenCalled()
})

test('a day without a time for all says so', async () => {
  api.respond(groupsApi.options, () => ({ options: [] }))
  open()
  expect(await screen.findByText(/^Não há horário para todos nesse dia/)).toBeDefined()
})
