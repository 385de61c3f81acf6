import { reviewPhotosApi } from '@na-regua/contract/review-photos'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { OwnPhotosDialog } from './own-photos-dialog.tsx'

const api = startFakeApi()
afterEach(cleanup)

const appointment = { id: 'a1', barbershopId: 'shop', barbershopName: 'Barbearia do Largo' }
const photoOf = (id: string, isHidden = false) => ({ id, url: `/uploads/shops/${id}.webp`, isHidden })

function open(photos: ReturnType<typeof photoOf>[]) {
  api.respond(reviewPhotosApi.listOwn, () => ({ reviewId: 'r1', photos }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OwnPhotosDialog appointment={appointment} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const press = (element: HTMLElement) => act(async () => fireEvent.click(element))
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Adicionar fotos' })

test('photos are added only with consent, and not more than three', async () => {
  open([])
  const consent = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Aceito que as fotos apareçam/ })
  expect([consent.checked, addButton().disabled]).toEqual([false, true])
  await press(consent)
  expect(addButton().disabled).toBe(false)
  cleanup()
  open(['p1', 'p2', 'p3'].map((id) => photoOf(id)))
  await screen.findByText('3 de 3 fotos')
  expect(addButton().disabled).toBe(true)
})

test('a photo is taken away, and one that was reported says so', async () => {
  open([photoOf('p1', true), photoOf('p2')])
  expect(await screen.findByText('Denunciada: escondida até a nossa conferência')).toBeTruthy()
  api.respond(reviewPhotosApi.remove, () => ({ reviewId: 'r1', photos: [photoOf('p1', true)] }))
  await press(screen.getByRole('button', { name: 'Tirar foto 2' }))
  await screen.findByText('1 de 3 fotos')
  expect(api.listRequests(reviewPhotosApi.remove).map(({ url }) => url)).toEqual([expect.stringMatching(/\/p2$/)])
  api.respond(reviewPhotosApi.remove, () => apiError(404, 'PHOTO_NOT_FOUND'))
  await press(screen.getByRole('button', { name: 'Tirar foto 1' }))
  await waitFor(() => expect(screen.getAllByRole('alert').some(({ textContent }) => textContent)).toBe(true))
})
