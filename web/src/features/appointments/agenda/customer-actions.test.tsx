import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { groupsApi } from '@na-regua/contract/groups'
import { seriesApi } from '@na-regua/contract/series'
import { delaysApi } from '@na-regua/contract/serving'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { CustomerActions } from './customer-actions.tsx'

const api = startFakeApi()
beforeEach(() => api.respond(delaysApi.get, () => ({ delay: null })))
afterEach(cleanup)

const now = new Date('2026-11-23T12:00:00.000Z')
const booked = {
  ...createAppointment('a1', 'CONFIRMED'),
  seriesId: 'series',
  startTime: '2026-11-27T18:00:00.000Z',
  endTime: '2026-11-27T18:30:00.000Z',
  changeableUntil: '2026-11-27T16:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  guestName: null,
  isWalkIn: false,
  service: { id: 'cut', name: 'Corte' },
  services: [{ id: 'cut', name: 'Corte' }],
  barber: { id: 'rui', name: 'Rui Prado' },
  barbershop: {
    id: 'shop',
    name: 'Barbearia do Largo',
    cancelNoticeMin: 120,
    address: 'Rua 7',
    latitude: 0,
    longitude: 0,
  },
} as unknown as Appointment

function open(appointment = booked) {
  const element = (
    <>
      <CustomerActions appointment={appointment} now={now} />
      <Toasts />
    </>
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
}

async function openCancel() {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar agendamento' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Este e os próximos' }))
  return dialog
}

const respondWith = (appointmentId: string) =>
  api.respond(seriesApi.get, () => ({
    series: { id: 'series', version: 4, dates: [{ date: '2026-11-27', appointment: { id: appointmentId } }] },
  }))

test('from one date of a standing appointment on: no reason is taken, and it ends once', async () => {
  respondWith('a1')
  const response = createPendingResponse<unknown>()
  api.respond(seriesApi.change, () => response.promise)
  const dialog = await openCancel()
  expect(dialog.getByRole('group', { name: /O que você quer cancelar\?$/ })).toBeDefined()
  expect(dialog.queryByLabelText('Motivo (opcional)')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar agendamento' }))
  await waitFor(() => expect(api.listRequests(seriesApi.change)).toHaveLength(1))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar agendamento' }))
  response.respond({ series: { id: 'series' } })
  expect(await screen.findByText('Horário fixo encerrado')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancelar agendamento' })).toBeNull())
  expect(api.listRequests(seriesApi.change).map(({ body }) => body)).toEqual([
    { version: 4, status: 'ENDED', from: '2026-11-27' },
  ])
})

test('an appointment that is no date of it any more does not end the whole standing appointment', async () => {
  respondWith('another')
  const dialog = await openCancel()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar agendamento' }))
  expect(await screen.findByText('Este horário fixo mudou. Atualize a página.')).toBeDefined()
  expect(api.listRequests(seriesApi.change)).toHaveLength(0)
})

test('one line of actions: the way, another time, and the rest behind a button', async () => {
  open({ ...booked, seriesId: null, barbershop: { ...booked.barbershop, phone: '62933334444' } })
  const line = within(screen.getByRole('group', { name: 'Corte às 15h' }))
  expect(line.getByRole('link', { name: /^Como chegar/ }).getAttribute('href')).toContain('google.com/maps')
  expect(line.getByRole('link', { name: 'Remarcar' }).getAttribute('href')).toContain('reschedule=a1')
  fireEvent.click(line.getByRole('button', { name: 'Mais ações' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Mais ações' }))
  expect(menu.getByRole('link', { name: 'Ligar: (62) 93333-4444' }).getAttribute('href')).toBe('tel:+5562933334444')
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '',
    'Marcar para mais alguém',
    'Repetir',
    'Calendário: baixar o evento',
    'Compartilhar o agendamento',
    'Cancelar',
  ])
})

test('when it is too late to change it, the barbershop is called instead', () => {
  open({
    ...booked,
    changeableUntil: '2026-11-23T11:59:00.000Z',
    barbershop: { ...booked.barbershop, phone: '62933334444' },
  })
  const line = within(screen.getByRole('group', { name: 'Corte às 15h' }))
  expect(line.queryByRole('link', { name: 'Remarcar' })).toBeNull()
  expect(line.getByRole('link', { name: 'Ligar' })).toBeDefined()
  expect(screen.getByText(/^Mudanças por aqui só até 2 h antes\./)).toBeDefined()
  fireEvent.click(line.getByRole('button', { name: 'Mais ações' }))
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull()
})

const ofGroup = { ...booked, seriesId: null, groupId: 'family' }

/** Chooses to cancel the whole group in the dialog. */
async function cancelGroup(others: Appointment[]) {
  api.respond(appointmentsApi.get, () => ({ appointment: ofGroup, otherBarbers: [], others }))
  open(ofGroup)
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar agendamento' }))
  const all = await dialog.findByRole('button', { name: 'Todos: 2 horários' })
  expect(dialog.getByRole('button', { name: 'Só este' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(all)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar agendamento' }))
}

test('of several persons booked together one is cancelled, or all that still may be in one request', async () => {
  api.respond(groupsApi.cancel, () => ({ appointments: [ofGroup] }))
  await cancelGroup([
    { ...ofGroup, id: 'a2', guestName: 'Bento' },
    { ...ofGroup, id: 'a3', guestName: 'Ana', changeableUntil: '2026-11-22T12:00:00.000Z' },
  ])
  expect(await screen.findByText('Agendamentos cancelados')).toBeDefined()
  const requests = api.listRequests(groupsApi.cancel)
  expect(requests).toMatchObject([{ url: '/api/groups/family/cancel', body: { appointmentIds: ['a1', 'a2'] } }])
})

test('where one of them can no longer be cancelled, it says that none was', async () => {
  api.respond(groupsApi.cancel, () => apiError(409, 'NOTICE_PASSED'))
  await cancelGroup([{ ...ofGroup, id: 'a2', guestName: 'Bento' }])
  expect(await screen.findByText('Nenhum foi cancelado. message of NOTICE_PASSED')).toBeDefined()
})
