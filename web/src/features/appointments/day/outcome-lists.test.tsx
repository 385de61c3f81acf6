import { agendasApi } from '@na-regua/contract/agendas'
import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { servingApi } from '@na-regua/contract/serving'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { endVisitClosing, useVisitClosing } from '../../../lib/visit-closing.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { ForgottenList } from '../outcome/forgotten-list.tsx'
import { LateList } from '../outcome/late-list.tsx'
import { useUndoableChanges } from './use-undoable-changes.ts'

const api = startFakeApi()
const now = new Date('2030-03-12T18:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

function visit(id: string, name: string, minutes: number): Appointment {
  return {
    ...createAppointment(id, 'CONFIRMED'),
    version: 3,
    startTime: at(minutes),
    endTime: at(minutes + 30),
    timeZone: 'America/Sao_Paulo',
    customer: { id: null, name, phone: null },
    service: { id: 'cut', name: 'Corte' },
    barber: { id: 'beto', name: 'Beto' },
    barbershop: { id: 'loja', name: 'Régua' },
    guestName: null,
    isWalkIn: false,
    arrivedAt: null,
    servingFrom: null,
    servingUntil: null,
    correctableUntil: null,
  } as Appointment
}

const late = visit('late', 'Ana', -20)
const forgotten = [visit('f1', 'Rui', -60), visit('f2', 'Bia', -1500)]

function Lists({ appointments }: { appointments: readonly Appointment[] }) {
  const changes = useUndoableChanges()
  const props = { appointments, now, changes, onOpen: () => undefined }
  return (
    <>
      <LateList {...props} />
      <ForgottenList {...props} />
    </>
  )
}

async function show(appointments: readonly Appointment[]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Lists appointments={appointments} />
      <Toasts />
    </QueryClientProvider>,
  )
  await pass(0)
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  vi.useFakeTimers()
  api.respond(agendasApi.forgottenOfBarber, () => ({ appointments: forgotten, total: 5 }))
  api.respond(appointmentsApi.complete, () => ({ appointment: { ...forgotten[0], status: 'COMPLETED' } }))
  api.respond(appointmentsApi.noShow, () => ({ appointment: { ...late, status: 'NO_SHOW' } }))
  api.respond(servingApi.arrive, () => ({ appointment: { ...late, version: 4, arrivedAt: at(0) } }))
})
afterEach(async () => {
  cleanup()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

test('one tap says that the late customer is there, the toast takes it back', async () => {
  await show([late])
  expect(screen.getByText('14h40, 20 min de atraso')).toBeTruthy()
  await press('Chegou: Ana')
  expect(api.listRequests(servingApi.arrive)[0]?.body).toEqual({ version: 3, isArrived: true })
  await press('Desfazer')
  expect(api.listRequests(servingApi.arrive)[1]?.body).toEqual({ version: 4, isArrived: false })
})

test('one tap says that they did not come; undone nothing is sent', async () => {
  await show([late])
  await press('Não veio: Ana')
  expect(screen.queryByText('Ana')).toBeNull()
  await press('Desfazer')
  await pass(10)
  expect(api.listRequests(appointmentsApi.noShow)).toHaveLength(0)
  await press('Não veio: Ana')
  await pass(10)
  expect(api.listRequests(appointmentsApi.noShow)).toHaveLength(1)
})

test('what was forgotten is settled one by one, and what is older is counted', async () => {
  await show([])
  expect(screen.getByText('5 visitas passaram')).toBeTruthy()
  expect(screen.getByText('E mais 3 visitas antigas, depois destas.')).toBeTruthy()
  await press('Veio: Rui')
  expect(screen.queryByText('Rui')).toBeNull()
  await pass(10)
  expect(api.listRequests(appointmentsApi.complete)).toHaveLength(1)
})

test('all came: one tap, which can be undone as one', async () => {
  await show([])
  await press('Todos vieram (2)')
  expect(screen.getByText('2 clientes vieram')).toBeTruthy()
  expect(screen.queryByText('Bia')).toBeNull()
  await press('Desfazer')
  await pass(10)
  expect(screen.getByText('Bia')).toBeTruthy()
  expect(api.listRequests(appointmentsApi.complete)).toHaveLength(0)
})

test('all came, where comandas are used: nothing is finished before it is said how they paid', async () => {
  const paid = forgotten.map((one) => ({ ...one, barbershop: { ...one.barbershop, usesVisits: true } }))
  api.respond(agendasApi.forgottenOfBarber, () => ({ appointments: paid, total: 2 }))
  const { result } = renderHook(() => useVisitClosing())
  await show([])
  await press('Todos vieram (2)')
  await pass(10)
  expect(api.listRequests(appointmentsApi.complete)).toHaveLength(0)
  expect(result.current?.appointments.map(({ id }) => id)).toEqual(['f1', 'f2'])
  act(() => result.current?.finishOnly(result.current.appointments))
  expect(screen.getByText('2 clientes vieram')).toBeTruthy()
  await press('Desfazer')
  act(() => endVisitClosing())
})
