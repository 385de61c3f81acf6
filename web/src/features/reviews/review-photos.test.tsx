import { reviewPhotosApi } from '@na-regua/contract/review-photos'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { ReviewPhotos } from './review-photos.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

const photos = ['p1', 'p2'].map((id) => ({ id, url: `/uploads/shops/${id}.webp` }))
const press = (element: HTMLElement) => act(async () => fireEvent.click(element))

async function openViewer() {
  const element = <ReviewPhotos review={{ photos, user: { name: 'Joana P.', avatarUrl: null } }} />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  await press(screen.getByRole('button', { name: 'Ampliar foto 1 de 2' }))
  await screen.findByRole('dialog', { name: 'Fotos de Joana P.' })
}

test('the photo that is shown is reported with a reason', async () => {
  openSession({ user: sampleUser, token: 'token' })
  api.respond(reviewPhotosApi.report, () => ({ isReported: true }))
  await openViewer()
  await press(screen.getByRole('button', { name: 'Denunciar foto' }))
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar denúncia' })
  expect(send.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('O que há de errado com a foto?'), { target: { value: ' Outra pessoa ' } })
  await press(send)
  expect(api.listRequests(reviewPhotosApi.report).map(({ url, body }) => [url, body])).toEqual([
    [expect.stringMatching(/\/review-photos\/p1\/reports$/), { reason: 'Outra pessoa' }],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an anonymous user is led to the login', async () => {
  await openViewer()
  expect(screen.getByRole('link', { name: 'Entrar para denunciar' }).getAttribute('href')).toMatch(/^\/login/)
})
