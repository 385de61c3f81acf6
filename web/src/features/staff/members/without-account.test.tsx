import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { NewBarberForm } from './without-account.tsx'

const api = startFakeApi()
afterEach(cleanup)

const shop = { id: 'largo', name: 'Barbearia do Largo' }
const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'beto.png', {
  type: 'image/png',
})

function openForm() {
  const onClose = vi.fn()
  const element = (
    <>
      <NewBarberForm shops={[shop]} onClose={onClose} />
      <Toasts />
    </>
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  return onClose
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a photo and an invite that fail leave one barber, and the form is over', async () => {
  api.respond(membersApi.add, () => ({ barber: { id: 'beto', name: 'Beto' } }))
  api.respond(invitesApi.create, () => apiError(409, 'ALREADY_BARBER'))
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onerror = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        this.onerror()
      }
    },
  )
  const onClose = openForm()
  fill(/^Nome/, 'Beto')
  fill(/^E-mail/, ' beto@naregua.test ')
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [png] } })
  await screen.findByRole('button', { name: 'Trocar foto' })
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(api.listRequests(membersApi.add)).toHaveLength(1)
  expect(api.listRequests(invitesApi.create).map(({ body }) => body)).toEqual([
    { barbershopId: 'largo', userEmail: 'beto@naregua.test', barberId: 'beto' },
  ])
  expect(screen.getByText('Beto já recebe agendamentos')).toBeTruthy()
  expect(document.body.textContent).toMatch(/A foto não foi: .* O convite não foi: message of ALREADY_BARBER/)
})

test('the address is optional, and checked before a barber is added', async () => {
  api.respond(membersApi.add, () => ({ barber: { id: 'beto', name: 'Beto' } }))
  const onClose = openForm()
  submit()
  expect(screen.getByText('Preencha todos os campos')).toBeTruthy()
  fill(/^Nome/, 'Beto')
  fill(/^E-mail/, 'sem arroba')
  submit()
  expect(screen.getByText(/e-mail válido/)).toBeTruthy()
  expect(api.listRequests(membersApi.add)).toEqual([])
  fill(/^E-mail/, '')
  api.respond(membersApi.add, () => apiError(409, 'PLAN_LIMIT'))
  submit()
  expect(await screen.findByText('message of PLAN_LIMIT')).toBeTruthy()
  api.respond(membersApi.add, () => ({ barber: { id: 'beto', name: 'Beto' } }))
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const ids = api.listRequests(membersApi.add).map(({ body }) => (body as { id: string }).id)
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0]])
  expect(api.listRequests(invitesApi.create)).toEqual([])
})
