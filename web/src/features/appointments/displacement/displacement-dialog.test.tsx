import { displacementsApi } from '@na-regua/contract/displacements'
import { staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { createConflict, sampleBarbers } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { DisplacementDialog } from './displacement-dialog.tsx'

const api = startFakeApi()
afterEach(cleanup)

const pedro = { id: 'pedro', name: 'Pedro Paz' }
const ana = { id: 'ana', name: 'Ana Dias' }
const free = { ...createConflict('Davi Lopes'), barber: pedro, taker: ana, obstacle: null }
const stuck = {
  ...createConflict('Rui Alves'),
  barber: pedro,
  taker: null,
  obstacle: 'Ana Dias não está livre nessa hora.',
}
const actions = ['reassign', 'propose', 'cancel', 'retain']
const refuse = (appointments: object[]) => () =>
  apiError(409, 'DISPLACEMENT_UNDECIDED', { timeZone: 'America/Sao_Paulo', appointments, actions })
const settled = (appointments: object[]) => () => ({ timeZone: 'America/Sao_Paulo', appointments })
const sent = () => api.listRequests(displacementsApi.make).map(({ body }) => body)

function open() {
  const onDone = vi.fn()
  render(
    <TestRouter>
      <QueryClientProvider client={createQueryClient()}>
        <DisplacementDialog
          barbershopId="shop"
          change={{ type: 'removal', barberId: 'pedro' }}
          action="Remover"
          onClose={() => {}}
          onDone={onDone}
        />
      </QueryClientProvider>
    </TestRouter>,
  )
  return onDone
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

beforeEach(() => {
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(displacementsApi.make, refuse([free, stuck]))
})

test('shows what would happen, and one press does it', async () => {
  const onDone = open()
  const plan = await dialog('Há 2 agendamentos marcados')
  expect(plan.getByText('1 passa para outro barbeiro e 1 recebe outro horário para marcar.')).toBeTruthy()
  expect(plan.getByText('Ana Dias não está livre nessa hora.')).toBeTruthy()
  api.respond(displacementsApi.make, settled([{ ...free, action: 'reassign', alternative: null, link: null }]))
  fireEvent.click(plan.getByRole('button', { name: 'Remover e avisar' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent()[1]).toEqual({
    change: { type: 'removal', barberId: 'pedro' },
    decisions: [free, stuck].map(({ id }) => ({ appointmentId: id, action: 'reassign' })),
    otherwise: 'propose',
  })
})

test('one by one: a single decision stays until another one is made for all', async () => {
  open()
  const plan = await dialog('Há 2 agendamentos marcados')
  fireEvent.change(plan.getByLabelText('O que fazer com Davi Lopes'), { target: { value: 'retain' } })
  expect(plan.getByText('1 recebe outro horário para marcar e 1 fica como está.')).toBeTruthy()
  fireEvent.change(plan.getByLabelText('O que fazer com todos'), { target: { value: 'cancel' } })
  expect(plan.getByText('2 são cancelados.')).toBeTruthy()
})

test('what changed meanwhile is shown, and nothing is done; a failure keeps the choice', async () => {
  open()
  const plan = await dialog('Há 2 agendamentos marcados')
  const late = { ...createConflict('Caio Mar'), barber: pedro, taker: ana, obstacle: null }
  const pending = createPendingResponse<Response>()
  api.respond(displacementsApi.make, () => pending.promise)
  fireEvent.click(plan.getByRole('button', { name: 'Remover e avisar' }))
  pending.respond(refuse([free, stuck, late])())
  const next = await dialog('Há 3 agendamentos marcados')
  expect(next.getByRole('alert').textContent).toContain('nada foi feito ainda')
  fireEvent.change(next.getByLabelText('O que fazer com todos'), { target: { value: 'propose' } })
  api.respond(displacementsApi.make, () => apiError(500, 'INTERNAL'))
  fireEvent.click(next.getByRole('button', { name: 'Remover e avisar' }))
  expect(await screen.findByText('message of INTERNAL')).toBeTruthy()
  expect(next.getByLabelText('O que fazer com todos')).toHaveProperty('value', 'propose')
})

test('says afterwards whom nothing has reached, with the text', async () => {
  const onDone = open()
  const plan = await dialog('Há 2 agendamentos marcados')
  const link = { url: '/a/x', text: 'Olá, Rui.', whatsAppUrl: 'https://wa.me/55', isSent: false }
  api.respond(
    displacementsApi.make,
    settled([
      { ...free, action: 'reassign', alternative: null, link: null },
      { ...stuck, action: 'propose', alternative: 'sexta às 10h com Ana', link },
    ]),
  )
  fireEvent.click(plan.getByRole('button', { name: 'Remover e avisar' }))
  const rest = await dialog('Falta resolver')
  expect(rest.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('Rui Alves')])
  expect(rest.getByRole('link', { name: /Enviar pelo WhatsApp/ }).getAttribute('href')).toBe('https://wa.me/55')
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.click(rest.getByRole('button', { name: 'Pronto' }))
  expect(onDone).toHaveBeenCalled()
})

test('without anything displaced it is not there: the change is made', async () => {
  api.respond(displacementsApi.make, settled([]))
  const onDone = open()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})
