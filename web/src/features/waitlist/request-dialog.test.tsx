import { staffApi } from '@na-regua/contract/staff'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createWaitlistRequest, sampleBarbers, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { storedRequest } from './queries.ts'
import { AreaRequest, FullDayRequest, RequestDialog } from './request-dialog.tsx'

const api = startFakeApi()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T15:00:00Z') })
  sessionStorage.clear()
  openSession({ user: sampleUser, token: 't' })
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(waitlistApi.create, () => Response.json({ request: createWaitlistRequest() }, { status: 201 }))
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.useRealTimers()
})

type Verification = ComponentProps<typeof RequestDialog>['verification']

/** Stands for the dialog of another feature. */
const TestVerification: Verification = ({ user, onVerified }) => (
  <button type="button" onClick={() => onVerified({ ...user, isEmailVerified: true })}>
    Código certo
  </button>
)

/** Stands for the field of another feature, with one place. */
const TestPlaceField: ComponentProps<typeof AreaRequest>['placeField'] = ({ label, value, onPick }) => (
  <button type="button" onClick={() => onPick({ latitude: -23.56, longitude: -46.7 }, 'Pinheiros, São Paulo - SP')}>
    {label} {value}
  </button>
)

function Destination() {
  const { pathname, state } = useLocation()
  return <p>{`at ${pathname} from ${(state as { from?: string } | null)?.from}`}</p>
}

function open(element: ReactNode) {
  const routes = [
    { path: '/here', element },
    { path: '*', element: <Destination /> },
  ]
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/here'] })} />
    </QueryClientProvider>,
  )
}

const day = (date: string, slots: string[] = [], isClosed = false) => ({ date, slots, isClosed })

const fullDay = (fields: Partial<ComponentProps<typeof FullDayRequest>> = {}) => (
  <FullDayRequest
    shop={{ id: 'shop', name: 'Barbearia do Largo', timeZone: 'America/Sao_Paulo' }}
    barber={{ id: 'any', name: 'Qualquer barbeiro' }}
    services={[{ id: 'cut', name: 'Corte' }]}
    days={[day('2026-11-24'), day('2026-11-25', ['10:00'])]}
    requested="2026-11-24"
    time={undefined}
    verification={TestVerification}
    {...fields}
  />
)

const openButton = () => screen.queryByRole('button', { name: 'Avise-me se abrir' })

async function openDialog() {
  fireEvent.click(await screen.findByRole('button', { name: 'Avise-me se abrir' }))
  return within(await screen.findByRole('dialog'))
}

const send = (dialog: ReturnType<typeof within>) =>
  fireEvent.click(dialog.getByRole('button', { name: 'Avise-me se abrir' }))
const sentBody = () => api.listRequests(waitlistApi.create)[0]?.body

test('a full day: the day and any barber are chosen, another day, hours, barber and price are added', async () => {
  open(fullDay())
  const dialog = await openDialog()
  expect(dialog.getByRole('button', { name: 'Ter 24/11' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(dialog.getByRole('button', { name: 'Qui 26/11' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Tarde' }))
  fireEvent.change(dialog.getByLabelText('Até'), { target: { value: '1020' } })
  await dialog.findByRole('option', { name: 'Lia Fontes' })
  fireEvent.change(dialog.getByLabelText('Com quem?'), { target: { value: 'lia' } })
  fireEvent.change(dialog.getByLabelText('Pagar até (opcional)'), { target: { value: 'R$ 60' } })
  send(dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const hours = { fromMin: 720, untilMin: 1020 }
  expect(sentBody()).toEqual({
    targets: [{ barbershopId: 'shop', barberId: 'lia', serviceIds: ['cut'] }],
    wanted: [
      { date: '2026-11-24', ...hours },
      { date: '2026-11-26', ...hours },
    ],
    maxPriceCents: 6000,
  })
})

test('what was typed in a new request is not lost without a question', async () => {
  open(fullDay())
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Noite' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Descartar as alterações?' }))
  fireEvent.click(question.getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Nothing was typed yet: no question.
  fireEvent.click((await openDialog()).getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a lost time requests the hours around it', async () => {
  open(fullDay({ time: '10:30', barber: { id: 'rui', name: 'Rui Prado' } }))
  send(await openDialog())
  await waitFor(() => expect(sentBody()).toBeDefined())
  expect(sentBody()).toEqual({
    targets: [{ barbershopId: 'shop', barberId: 'rui', serviceIds: ['cut'] }],
    wanted: [{ date: '2026-11-24', fromMin: 540, untilMin: 720 }],
  })
})

test('a closed day has no request, unless no day has a slot: then for the next one on which the barber works', async () => {
  open(fullDay({ days: [day('2026-11-24', [], true), day('2026-11-25', ['10:00'])] }))
  expect(openButton()).toBeNull()
  cleanup()
  open(fullDay({ days: [day('2026-11-24', [], true), day('2026-11-25')] }))
  const dialog = await openDialog()
  expect(dialog.getByRole('button', { name: 'Qua 25/11' }).getAttribute('aria-pressed')).toBe('true')
})

test('what was typed stays when the next refetch has nothing to wait for', async () => {
  let lose = () => {}
  function Page() {
    const [isLost, setLost] = useState(false)
    lose = () => setLost(true)
    return fullDay(isLost ? { days: [] } : {})
  }
  open(<Page />)
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText('Pagar até (opcional)'), { target: { value: 'R$ 60' } })
  act(lose)
  expect(dialog.getByLabelText<HTMLInputElement>('Pagar até (opcional)').value).toBe('R$ 60')
  send(dialog)
  await waitFor(() => expect(sentBody()).toMatchObject({ maxPriceCents: 6000, wanted: [{ date: '2026-11-24' }] }))
})

test('without a day nothing is sent, and the hours stay for the next one', async () => {
  open(fullDay())
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Noite' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Ter 24/11' }))
  send(dialog)
  expect(await dialog.findByText('Escolha pelo menos um dia.')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Sex 27/11' }))
  send(dialog)
  await waitFor(() => expect(sentBody()).toMatchObject({ wanted: [{ date: '2026-11-27', fromMin: 1080 }] }))
})

test('an empty search waits for its service around its place; a refusal is shown', async () => {
  api.respond(waitlistApi.create, () => apiError(422, 'TOO_MANY_WAITLIST_REQUESTS'))
  open(
    <AreaRequest
      position={{ latitude: -16.7, longitude: -49.2 }}
      placeName="Setor Bueno, Goiânia - GO"
      radiusInKm={100}
      service={undefined}
      wanted={{ date: '2026-11-24', from: '12:00', until: '18:00' }}
      verification={TestVerification}
      placeField={TestPlaceField}
    />,
  )
  const dialog = await openDialog()
  send(dialog)
  expect(await dialog.findByText('Escreva o serviço que você quer.')).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Qual serviço?'), { target: { value: 'degradê' } })
  fireEvent.click(dialog.getByRole('button', { name: '5 km' }))
  send(dialog)
  expect(await dialog.findByText('message of TOO_MANY_WAITLIST_REQUESTS')).toBeDefined()
  expect(sentBody()).toEqual({
    area: {
      name: 'Setor Bueno, Goiânia - GO',
      latitude: -16.7,
      longitude: -49.2,
      radiusInKm: 5,
      service: 'degradê',
    },
    wanted: [{ date: '2026-11-24', fromMin: 720, untilMin: 1080 }],
  })
})

test('the place of a request can be another one', async () => {
  open(
    <AreaRequest
      position={{ latitude: -16.7, longitude: -49.2 }}
      placeName="Setor Bueno, Goiânia - GO"
      radiusInKm={5}
      service="corte"
      wanted={{ date: '2026-11-24' }}
      verification={TestVerification}
      placeField={TestPlaceField}
    />,
  )
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Perto de onde? Setor Bueno, Goiânia - GO' }))
  expect(dialog.getByText('Perto de Pinheiros, São Paulo - SP')).toBeDefined()
  send(dialog)
  await waitFor(() =>
    expect(sentBody()).toMatchObject({
      area: { name: 'Pinheiros, São Paulo - SP', latitude: -23.56, longitude: -46.7, radiusInKm: 5, service: 'corte' },
    }),
  )
})

test('without a session it leads over the login, and what was typed is stored', async () => {
  closeSession()
  open(fullDay())
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Manhã' }))
  send(dialog)
  expect(await screen.findByText('at /login from /customer/appointments?aviso=1')).toBeDefined()
  expect(storedRequest.read()?.draft.wanted).toEqual([{ date: '2026-11-24', fromMin: 360, untilMin: 720 }])
  expect(sentBody()).toBeUndefined()
})

test('who has not verified the email does it first, then the request is sent', async () => {
  openSession({ user: { ...sampleUser, isEmailVerified: false }, token: 't' })
  open(fullDay())
  send(await openDialog())
  fireEvent.click(await screen.findByRole('button', { name: 'Código certo' }))
  await waitFor(() => expect(sentBody()).toBeDefined())
})

test('a change is not lost without a question, and is sent with the version it started from', async () => {
  const request = createWaitlistRequest()
  api.respond(waitlistApi.edit, () => ({ request }))
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  open(<RequestDialog isOpen initial={request} request={request} verification={TestVerification} onClose={close} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Mudar o pedido' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Dia todo' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Descartar as alterações?' }))
  expect(isClosed).toBe(false)
  fireEvent.click(question.getByRole('button', { name: 'Continuar editando' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(isClosed).toBe(true))
  expect(api.listRequests(waitlistApi.edit)[0]?.body).toEqual({
    targets: [{ barbershopId: 'shop', barberId: 'rui', serviceIds: ['cut'] }],
    wanted: [{ date: '2026-11-24', fromMin: 0, untilMin: 1440 }],
    version: 3,
  })
})
