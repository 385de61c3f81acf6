import { customersApi } from '@na-regua/contract/customers'
import { openCommandQueue } from '@na-regua/offline'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { startStaffDevice } from '../../../test/staff-device.ts'
import { TestRouter } from '../../../test/test-router.tsx'
import { createQueryClient } from '../../lib/query-client.ts'
import { getSession } from '../../lib/session.ts'
import { getCommandQueue } from '../../lib/use-commands.ts'
import { CustomerDialog } from './customer-profile.tsx'

const api = startFakeApi()
const device = startStaffDevice(api)

const customer = {
  id: 'nilo',
  name: 'Nilo',
  phone: '62955554444',
  hasAccount: false,
  isBlocked: false,
  tags: ['VIP'],
  visits: 1,
  missed: 0,
  cancelled: 0,
  spentCents: 4500,
  lastVisitAt: null,
  nextAt: null,
  lastVisits: [],
  barbershop: { id: 'shop', name: 'Régua' },
  notes: 'Máquina 1',
  allergies: '',
  favoriteBarber: null,
  favoriteService: null,
  averageGapDays: null,
  photos: [],
  photosConsentedAt: null,
  version: 3,
}

function Place() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

async function openProfile(onBook = (_: object) => {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <CustomerDialog id="nilo" timeZone="America/Sao_Paulo" onClose={() => {}} onBook={onBook} />
        <Place />
      </TestRouter>
    </QueryClientProvider>,
  )
  await screen.findByLabelText('Alergias e cuidados')
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const readField = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const save = () =>
  act(async () => {
    screen.getByRole('button', { name: 'Salvar ficha' }).click()
    await vi.dynamicImportSettled()
  })
const saved = async () => (await device.list()).map(({ command }) => 'input' in command && command.input)

beforeEach(() => api.respond(customersApi.get, () => ({ customer })))
afterEach(cleanup)

test('two saves without a network: the second one keeps what the first one said', async () => {
  await openProfile()
  fill('Alergias e cuidados', 'Látex')
  fill('Marcadores', 'VIP, barba')
  fill('Nome', 'Nilo Notas')
  fireEvent.click(screen.getByRole('checkbox', { name: /autorizou/ }))
  await save()
  expect(await screen.findByText(/Aguardando rede/)).toBeTruthy()
  cleanup()

  await openProfile()
  expect([readField('Alergias e cuidados'), readField('Marcadores'), readField('Nome')]).toEqual([
    'Látex',
    'VIP, barba',
    'Nilo Notas',
  ])
  fill('Notas da barbearia', 'Máquina 2')
  await save()
  const whole = { allergies: 'Látex', tags: ['VIP', 'barba'], name: 'Nilo Notas', hasPhotoConsent: true }
  await waitFor(async () => expect(await saved()).toHaveLength(2))
  expect(await saved()).toMatchObject([
    { ...whole, notes: 'Máquina 1' },
    { ...whole, notes: 'Máquina 2' },
  ])
})

test('a queue that is read after the profile was opened fills the form', async () => {
  const input = {
    version: 3,
    name: 'Nilo',
    phone: '62955554444',
    allergies: 'Látex',
    notes: 'Máquina 2',
    tags: ['VIP'],
    hasPhotoConsent: false,
  }
  const stored = await openCommandQueue({ userId: sampleUser.id, token: getSession().token ?? '' })
  const preview = { name: 'Nilo', act: 'Salvar ficha' }
  await stored.add({ type: 'note', customerId: 'nilo', input }, { preview })
  await openProfile()
  expect(readField('Alergias e cuidados')).toBe('')
  await act(getCommandQueue)
  await waitFor(() =>
    expect([readField('Alergias e cuidados'), readField('Notas da barbearia')]).toEqual(['Látex', 'Máquina 2']),
  )
})

test('an email is changed, refused and removed; who may not read it sees no field', async () => {
  api.respond(customersApi.get, () => ({ customer: { ...customer, email: 'nilo@exemplo.com.br' } }))
  api.respond(customersApi.update, () => ({ customer }))
  await openProfile()
  fill('E-mail', 'nilo')
  await save()
  expect(screen.getByText(/endereço de e-mail válido/)).toBeTruthy()
  fill('E-mail', '')
  await save()
  await waitFor(async () => expect(await saved()).toHaveLength(1))
  expect((await saved())[0]).toMatchObject({ email: null })
  cleanup()
  api.respond(customersApi.get, () => ({ customer: { ...customer, email: null, isEmailHidden: true } }))
  await openProfile()
  expect(screen.queryByLabelText('E-mail')).toBeNull()
})

test('a customer who calls gets a time from the profile', async () => {
  const book = vi.fn()
  await openProfile(book)
  screen.getByRole('button', { name: 'Marcar horário' }).click()
  expect(book).toHaveBeenCalledWith(expect.objectContaining({ id: 'nilo', phone: '62955554444' }))
})

test('the next appointment has its day and its hour', async () => {
  api.respond(customersApi.get, () => ({ customer: { ...customer, nextAt: '2026-03-13T00:15:00Z' } }))
  await openProfile()
  expect(screen.getByText('12/03/2026 às 21h15')).toBeTruthy()
})

test('the next appointment can be opened by who may', async () => {
  const nextAt = '2026-03-13T13:00:00.000Z'
  api.respond(customersApi.get, () => ({ customer: { ...customer, nextAt } }))
  await openProfile()
  expect(screen.queryByRole('button', { name: /^Próximo:/ })).toBeNull()
  cleanup()
  const next = { id: 'next', barberId: 'beto', isOnBoard: false }
  api.respond(customersApi.get, () => ({ customer: { ...customer, nextAt, next } }))
  await openProfile()
  fireEvent.click(screen.getByRole('button', { name: 'Próximo: 13/03/2026 às 10h' }))
  expect(document.querySelector('output')?.textContent).toBe('/barber/appointments?ver=hoje&agendamento=next')
})
