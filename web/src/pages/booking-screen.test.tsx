import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi, type NextTime } from '@na-regua/contract/availability'
import { barbershopsApi, type Service } from '@na-regua/contract/barbershops'
import { groupsApi } from '@na-regua/contract/groups'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../test/fake-api.ts'
import { sampleBarbers, sampleBarbershop, sampleUser } from '../../test/samples.ts'
import { nextTimePath } from '../features/availability/slots-today/queries.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { BookingScreen } from './booking-screen.tsx'

const api = startFakeApi()

const days = [
  { date: '2030-03-12', slots: ['09:00', '09:30', '14:00'], isClosed: false },
  { date: '2030-03-13', slots: [], isClosed: true },
  { date: '2030-03-14', slots: ['10:00', '10:30'], isClosed: false },
]

// The screen loads it on demand; a busy machine takes longer for that than a query waits.
beforeAll(() =>
  Promise.all([
    import('../features/accounts/verification/verification-dialog.tsx'),
    import('../features/appointments/booking/guest-and-note.tsx'),
    import('../features/appointments/groups/group-dialog.tsx'),
  ]),
)
const availability = { date: '2030-03-12', slots: days[0]?.slots, timeZone: 'America/Sao_Paulo' }

beforeEach(() => {
  api.respond(availabilityApi.get, () => ({ ...availability, days }))
  api.respond(availabilityApi.getForBarbershop, () => ({ ...availability, days }))
  api.respond(appointmentsApi.releaseHold, () => ({}))
})
afterEach(() => {
  cleanup()
  closeSession()
  sessionStorage.clear()
})

/** The page that follows a booking, with the id that it receives. */
function BookedPage() {
  return <p>booked {useLocation().state.appointmentId}</p>
}

function renderScreen({
  user = sampleUser,
  path = '/barbershop/shop/booking/rui/cut',
  shop = sampleBarbershop,
  barbers = sampleBarbers,
} = {}) {
  openSession({ user, token: 'token' })
  const router = createMemoryRouter(
    [
      {
        path: '/barbershop/:barbershopId/booking/:barberId/:serviceId?',
        element: <BookingScreen shop={shop} barbers={barbers} />,
      },
      { path: '/barbershop/:id', element: <BookedPage /> },
    ],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

async function openScreen(options: Parameters<typeof renderScreen>[0] = {}) {
  const router = renderScreen(options)
  await screen.findByRole('radiogroup', { name: /^Horários livres de/ })
  return router
}

const slot = (time: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(time) })
const choose = (element: HTMLElement) => act(async () => fireEvent.click(element))
const summary = () => within(screen.getByRole('region', { name: 'Confirmação' }))
/** The buttons of the column and of the bar; a style sheet shows one of them. */
const confirmButton = () =>
  screen.getAllByRole<HTMLButtonElement>('button', { name: 'Confirmar agendamento' })[0] as HTMLButtonElement
const created = () => api.listRequests(appointmentsApi.create)

test('when the session ends on the open screen, the button says that a login is needed and is disabled [2.68]', async () => {
  await openScreen()
  await choose(slot('09:30'))
  expect(confirmButton().disabled).toBe(false)
  act(() => closeSession())
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Faça Login para Agendar' }))
    expect(button.disabled).toBe(true)
})

test('without a barber the screen requests to select one [2.67]', () => {
  renderScreen({ barbers: [] })
  expect(screen.getByText('Selecione um barbeiro para ver os horários disponíveis.')).toBeTruthy()
})

describe('choosing', () => {
  test('a slot completes the summary, and the choices are in the URL', async () => {
    const router = await openScreen()
    await choose(slot('09:30'))
    expect(slot('09:30').checked).toBe(true)
    expect(router.state.location.search).toBe('?date=2030-03-12&time=09%3A30')
    expect(summary().getByText('Rui Prado')).toBeTruthy()
    expect(summary().getByText('30 minutos')).toBeTruthy()
    expect(summary().getByText('Total').nextSibling?.textContent).toMatch(/R\$\s45,00/)
  })

  test('another day clears the slot, and a day without slots shows the next one with slots', async () => {
    await openScreen({ path: '/barbershop/shop/booking/rui/cut?date=2030-03-12&time=09:30' })
    expect(slot('09:30').checked).toBe(true)
    // The calendar, which comes later, has the day too.
    const strip = within(screen.getByRole('group', { name: 'Dia' }))
    await choose(strip.getByRole('button', { name: /13.*fechado/ }))
    await waitFor(() => expect(slot('10:30').checked).toBe(false))
    expect(screen.getByText('Qua, 13/03/2030: a barbearia não abre. Mostrando o próximo dia livre.')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /09:30/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /com Lia Fontes$/ })).toBeNull()
  })

  test('a free day is never explained as one without slots, not even until its slots are shown', async () => {
    await openScreen({ path: '/barbershop/shop/booking/rui/cut?date=2030-03-12' })
    const texts: (string | null)[] = []
    const observer = new MutationObserver((changes) =>
      texts.push(
        ...changes.flatMap(({ addedNodes, target }) => [...addedNodes, target].map((node) => node.textContent)),
      ),
    )
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    const strip = within(screen.getByRole('group', { name: 'Dia' }))
    fireEvent.click(strip.getByRole('button', { name: /14.*livres/ }))
    await waitFor(() => expect(slot('10:30')).toBeTruthy())
    observer.disconnect()
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => text?.includes('Mostrando o próximo dia livre'))).toEqual([])
  })

  test('a full barber is named, and the time of another one on that day is one tap away', async () => {
    const full = [{ date: '2030-03-12', slots: [], isClosed: false }, ...days.slice(1)]
    api.respond(availabilityApi.get, ({ url }) =>
      url.includes('/rui/') ? { ...availability, slots: [], days: full } : { ...availability, days },
    )
    const anyBarber = days.map((day) => (day.slots.length > 0 ? { ...day, firstBarberId: 'lia' } : day))
    api.respond(availabilityApi.getForBarbershop, () => ({ ...availability, days: anyBarber }))
    const router = await openScreen({ path: '/barbershop/shop/booking/rui/cut?date=2030-03-12' })
    expect(screen.getByText('Rui Prado está sem horário hoje. Mostrando o próximo dia livre.')).toBeTruthy()
    await choose(await screen.findByRole('button', { name: 'Hoje às 9h com Lia Fontes' }))
    await waitFor(() => expect(slot('09:00').checked).toBe(true))
    expect(router.state.location.pathname).toBe('/barbershop/shop/booking/lia/cut')
    expect(router.state.location.search).toBe('?date=2030-03-12&time=09%3A00')
    expect(confirmButton().disabled).toBe(false)
  })

  test('nothing is booked without a slot, nor with one that is no longer free', async () => {
    await openScreen({ path: '/barbershop/shop/booking/rui/cut?date=2030-03-12&time=11:00' })
    expect(confirmButton().disabled).toBe(true)
    expect(summary().getByText('Escolha um horário.').id).toBe(confirmButton().getAttribute('aria-describedby'))
    expect(summary().getByText('Você pode remarcar ou cancelar até 2 h antes.')).toBeTruthy()
    expect(screen.getByText('O horário das 11h não está livre. Escolha outro.')).toBeTruthy()
    await choose(confirmButton())
    expect(created()).toEqual([])
  })
})

/** As a card has it; the local time is that of São Paulo. */
const nextTime: NextTime = {
  startTime: '2030-03-12T17:00:00.000Z',
  date: '2030-03-12',
  time: '14:00',
  barberId: 'lia',
  barberName: 'Lia Fontes',
  serviceId: 'beard',
  serviceName: 'Barba',
}

test('the link of a next time opens the booking with everything chosen: one more tap books exactly that', async () => {
  api.respond(appointmentsApi.create, () => ({ id: 'a1' }))
  await openScreen({ path: nextTimePath('shop', nextTime) })
  expect(slot('14:00').checked).toBe(true)
  await choose(confirmButton())
  await screen.findByText('booked a1')
  const { startTime, barberId, serviceId } = nextTime
  expect(created().map(({ body }) => body)).toMatchObject([{ startTime, barberId, serviceId }])
})

test('that a near slot cannot be changed stands above both buttons, and nothing else does', async () => {
  const near = new Date(Date.now() + 60 * 60_000)
  const [date, time] = near.toISOString().slice(0, 16).split('T') as [string, string]
  const today = { date, slots: [time], isClosed: false }
  api.respond(availabilityApi.get, () => ({ ...today, timeZone: 'UTC', days: [today] }))
  await openScreen({
    path: `/barbershop/shop/booking/rui/cut?date=${date}`,
    shop: { ...sampleBarbershop, timeZone: 'UTC' },
  })
  expect(screen.getByText('Você pode remarcar ou cancelar até 2 h antes.')).toBeTruthy()
  await choose(slot(time))
  const notices = screen.getAllByText(/^Este horário está próximo: depois de marcar, não dá para remarcar/)
  // A style sheet shows one of them, as it does of the buttons.
  expect(
    notices.map((notice) =>
      summary()
        .queryAllByText(notice.textContent ?? '')
        .includes(notice),
    ),
  ).toEqual([true, false])
  expect(screen.queryByText(/^Você pode remarcar ou cancelar/)).toBeNull()
})

describe('confirming', () => {
  const path = '/barbershop/shop/booking/rui/cut?date=2030-03-12&time=09:30'

  test('books the chosen slot in the zone of the barbershop, and shows the appointment', async () => {
    api.respond(appointmentsApi.create, () => ({ id: 'a1' }))
    await openScreen({ path })
    await choose(confirmButton())
    await screen.findByText('booked a1')
    expect(created().map(({ body }) => body)).toEqual([
      {
        customerId: sampleUser.id,
        barberId: 'rui',
        serviceId: 'cut',
        priceCents: 4500,
        startTime: '2030-03-12T12:30:00.000Z',
        endTime: '2030-03-12T13:00:00.000Z',
      },
    ])
  })

  test('a conflict offers alternatives, which are selected and booked only after another confirmation', async () => {
    const alternative = {
      kind: 'same-time',
      barberId: 'lia',
      barberName: 'Lia Fontes',
      date: '2030-03-12',
      time: '09:30',
    }
    api.respond(appointmentsApi.create, () => apiError(409, 'SLOT_TAKEN', { alternatives: [alternative] }))
    const router = await openScreen({ path })
    await choose(confirmButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Esse horário já foi' }))
    expect(dialog.getByRole('alert').textContent).toBe('message of SLOT_TAKEN')
    await choose(dialog.getByRole('button', { name: /Mesmo horário, outro barbeiro.*com Lia Fontes/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/barbershop/shop/booking/lia/cut'))
    await waitFor(() => expect(slot('09:30').checked).toBe(true))
    expect(screen.queryByRole('dialog', { name: 'Esse horário já foi' })).toBeNull()
    expect(created()).toHaveLength(1)
    api.respond(appointmentsApi.create, () => ({ id: 'a2' }))
    await choose(confirmButton())
    await screen.findByText('booked a2')
    expect(created().at(-1)?.body).toMatchObject({ barberId: 'lia', startTime: '2030-03-12T12:30:00.000Z' })
  })

  test('an error is shown beside the button until another slot is chosen', async () => {
    api.respond(appointmentsApi.create, () => apiError(409, 'TOO_MANY_OPEN_APPOINTMENTS'))
    await openScreen({ path })
    await choose(confirmButton())
    await waitFor(() => expect(summary().getByText(/message of TOO_MANY_OPEN_APPOINTMENTS/)).toBeTruthy())
    await choose(slot('14:00'))
    await waitFor(() => expect(summary().queryByText(/message of/)).toBeNull())
  })

  test('a user without a verified email verifies it while the slot is held, then the booking is sent', async () => {
    const heldUntil = new Date(Date.now() + 300_000).toISOString()
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil }))
    api.respond(appointmentsApi.create, () => ({ id: 'a1' }))
    const sending = createPendingResponse<Response>()
    api.respond(accountsApi.sendEmailVerification, () => sending.promise)
    api.respond(accountsApi.me, () => ({ user: sampleUser }))
    await openScreen({ user: { ...sampleUser, isEmailVerified: false }, path })
    await choose(confirmButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirme seu e-mail' }))
    await waitFor(() => expect(dialog.getByRole('status').textContent).toMatch(/^Guardamos este horário para você até/))
    expect(dialog.getByText(/^Enviando um código para/).textContent).toContain(sampleUser.email)
    expect(created()).toEqual([])
    sending.respond(apiError(409, 'EMAIL_ALREADY_VERIFIED'))
    await screen.findByText('booked a1')
    expect(api.listRequests(appointmentsApi.releaseHold)).toEqual([])
  })

  test('keeps the guest and the note over a login, for the same user only', async () => {
    const path = '/barbershop/shop/booking/rui/cut?date=2030-03-12&time=09:00'
    // Of their own, so that the other tests find nothing typed.
    const user = { ...sampleUser, id: 'typing' }
    await openScreen({ path, user })
    await choose(summary().getByRole('button', { name: 'Para outra pessoa, ou com recado' }))
    fireEvent.change(summary().getByLabelText('Para quem é? (opcional)'), { target: { value: 'Bento Sol' } })
    fireEvent.change(summary().getByLabelText('Recado para o barbeiro (opcional)'), { target: { value: 'É a 1ª vez' } })
    cleanup()
    closeSession()

    await openScreen({ path, user })
    expect(await summary().findByDisplayValue('Bento Sol')).toBeTruthy()
    expect(summary().getByDisplayValue('É a 1ª vez')).toBeTruthy()
    cleanup()
    closeSession()

    await openScreen({ path, user: { ...sampleUser, id: 'other' } })
    expect(summary().queryByDisplayValue('Bento Sol')).toBeNull()
  })

  test('books for a guest with a note, which are no part of the URL or of the held slot', async () => {
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil: new Date(Date.now() + 300_000).toISOString() }))
    api.respond(appointmentsApi.create, () => apiError(422, 'INVALID_INPUT'))
    api.respond(accountsApi.sendEmailVerification, () => apiError(409, 'EMAIL_ALREADY_VERIFIED'))
    api.respond(accountsApi.me, () => ({ user: sampleUser }))
    const router = await openScreen({ user: { ...sampleUser, isEmailVerified: false }, path })
    await choose(summary().getByRole('button', { name: 'Para outra pessoa, ou com recado' }))
    const guest = summary().getByLabelText('Para quem é? (opcional)')
    expect(document.activeElement).toBe(guest)
    fireEvent.change(guest, { target: { value: ' Bento Sol ' } })
    fireEvent.change(summary().getByLabelText('Recado para o barbeiro (opcional)'), { target: { value: 'É a 1ª vez' } })
    expect(summary().getByText('Bento Sol')).toBeTruthy()
    expect(router.state.location.search).not.toMatch(/Bento|vez/)
    await choose(confirmButton())
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(created()[0]?.body).toMatchObject({ guestName: 'Bento Sol', note: 'É a 1ª vez' })
    expect(Object.keys(api.listRequests(appointmentsApi.hold)[0]?.body ?? {})).toEqual([
      'barberId',
      'serviceId',
      'startTime',
      'priceCents',
    ])
    await waitFor(() => expect(summary().getByText(/message of INVALID_INPUT/)).toBeTruthy())
    fireEvent.change(summary().getByLabelText('Para quem é? (opcional)'), { target: { value: '' } })
    expect(summary().queryByText(/message of INVALID_INPUT/)).toBeNull()
  })

  test('closing the verification releases the slot and keeps it selected', async () => {
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil: new Date(Date.now() + 300_000).toISOString() }))
    api.respond(accountsApi.sendEmailVerification, () => ({ ok: true, resendAt: new Date().toISOString() }))
    await openScreen({ user: { ...sampleUser, isEmailVerified: false }, path })
    await choose(confirmButton())
    const dialog = await screen.findByRole('dialog', { name: 'Confirme seu e-mail' })
    await waitFor(() => expect(within(dialog).getByText(/^Guardamos este horário/)).toBeTruthy())
    await choose(within(dialog).getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(api.listRequests(appointmentsApi.releaseHold)).toHaveLength(1))
    expect(slot('09:30').checked).toBe(true)
  })
})

describe('barbers with a price and a duration of their own', () => {
  const own = (barberId: string, terms: object) => ({
    barberId,
    isProvided: true,
    durationMin: null,
    priceCents: null,
    ...terms,
  })
  const [cut, ...others] = sampleBarbershop.services as [Service, ...Service[]]
  const terms = [own('lia', { priceCents: 6000, durationMin: 60 })]
  const shop = { ...sampleBarbershop, services: [{ ...cut, barbers: terms }, ...others] }
  const total = () => summary().getByText('Total').nextSibling?.textContent

  test('are shown and requested with it', async () => {
    api.respond(appointmentsApi.create, () =>
      apiError(422, 'PRICE_CHANGED', { message: 'O preço deste serviço mudou.' }),
    )
    await openScreen({ path: '/barbershop/shop/booking/lia/cut?date=2030-03-12', shop })
    await choose(slot('09:30'))
    expect(summary().getByText('60 minutos')).toBeTruthy()
    expect(total()).toMatch(/R\$\s60,00/)
    await choose(confirmButton())
    await waitFor(() => expect(created()).toHaveLength(1))
    expect(created()[0]?.body).toMatchObject({
      priceCents: 6000,
      startTime: '2030-03-12T12:30:00.000Z',
      endTime: '2030-03-12T13:30:00.000Z',
    })
    expect(await screen.findAllByText('O preço deste serviço mudou.')).toBeTruthy()
  })

  test('of any barber, a time has the price of the cheapest who is free then', async () => {
    const quotes = { '09:30': { priceCents: 6000, durationMin: 60 } }
    const quoted = days.map((day, index) => (index === 0 ? { ...day, quotes } : day))
    api.respond(availabilityApi.getForBarbershop, () => ({ ...availability, days: quoted }))
    await openScreen({ path: '/barbershop/shop/booking/any/cut?date=2030-03-12', shop })
    await choose(slot('09:00'))
    expect(total()).toMatch(/R\$\s45,00/)
    await choose(slot('09:30'))
    expect(total()).toMatch(/R\$\s60,00/)
    expect(summary().getByText('60 minutos')).toBeTruthy()
  })
})

test('who books for others at once books all of them in one act, and sees the first', async () => {
  const place = {
    barberId: 'rui',
    barberName: 'Rui',
    startTime: '2030-03-12T12:00:00.000Z',
    durationMin: 30,
    priceCents: 5000,
  }
  const places = [place, { ...place, startTime: '2030-03-12T12:30:00.000Z' }]
  api.respond(groupsApi.guests, () => ({ names: ['Bento'] }))
  api.respond(groupsApi.options, () => ({ options: [{ kind: 'one-after-other', places }] }))
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(groupsApi.book, () => {
    // Their times are no longer free.
    const [, ...later] = days
    api.respond(availabilityApi.get, () => ({ ...availability, slots: [], days: later }))
    return { appointments: [{ id: 'a1' }, { id: 'a2' }] }
  })
  renderScreen({ path: '/barbershop/shop/booking/rui/cut?time=09:00' })
  fireEvent.click(await screen.findByRole('button', { name: 'Marcar junto com mais alguém' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Marcar junto com mais alguém' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Bento' }))
  fireEvent.click(await dialog.findByRole('button', { name: /^Um depois do outro.*Você: 9h .*Bento: 9h30/ }))
  expect(await screen.findByText('booked a1')).toBeDefined()
  const [request] = api.listRequests(groupsApi.book)
  expect(request?.body).toMatchObject({ members: [{ startTime: place.startTime }, { guestName: 'Bento' }] })
  expect(
    new URL(api.listRequests(groupsApi.options)[0]?.url ?? '', 'http://localhost').searchParams.get('barberId'),
  ).toBe('rui')
})

test('others are not added before the email is verified', async () => {
  renderScreen({ user: { ...sampleUser, isEmailVerified: false }, path: '/barbershop/shop/booking/rui/cut?time=09:00' })
  expect(await screen.findByRole('button', { name: 'Para outra pessoa, ou com recado' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Marcar junto com mais alguém' })).toBeNull()
})
