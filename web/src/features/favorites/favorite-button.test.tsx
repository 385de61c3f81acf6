import { favoritesApi } from '@na-regua/contract/favorites'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { ApiResponseError, NetworkError } from '../../lib/api-error.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { createPendingFavorite, FavoriteButton, parsePendingFavorite, withFavorite } from './favorite-button.tsx'
import { describeFavoritesError } from './favorite-list.tsx'

const api = startFakeApi()

test('an id is added once, or removed', () => {
  expect(withFavorite(undefined, 'a', true)).toEqual(['a'])
  expect(withFavorite(['a', 'b'], 'a', true)).toEqual(['b', 'a'])
  expect(withFavorite(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(withFavorite(['b'], 'a', false)).toEqual(['b'])
})

test('a pending favorite expires after 15 minutes', () => {
  const pending = createPendingFavorite({ id: 'id', name: 'Navalha de Ouro' }, 1000)
  const text = JSON.stringify(pending)
  expect(parsePendingFavorite(text, 1000 + 14 * 60_000)).toEqual(pending)
  expect(parsePendingFavorite(text, 1000 + 15 * 60_000)).toBeUndefined()
})

test.each([null, '', '{', '[]', 'null', '7', '{"id":7,"name":"x","until":9e15}', '{"until":9e15}'])(
  '%j is not a pending favorite',
  (text) => {
    expect(parsePendingFavorite(text, 0)).toBeUndefined()
  },
)

test('a network error has its own text, an API error its message', () => {
  expect(describeFavoritesError(new NetworkError('network'))).toContain(
    'a API não está permitindo requisições do navegador',
  )
  expect(describeFavoritesError(new ApiResponseError(500, { message: 'Erro interno do sistema' }))).toBe(
    'Erro ao carregar favoritos: Erro interno do sistema. Tente novamente mais tarde.',
  )
  expect(describeFavoritesError(new Error(''))).toBe(
    'Erro ao carregar favoritos: Erro desconhecido. Tente novamente mais tarde.',
  )
})

test('the state is loaded again after a toggle, and a check that fails shows no favorite [4.9, 8.8]', async () => {
  let ids: string[] = []
  api.respond(favoritesApi.ids, () => ({ ids }))
  api.respond(favoritesApi.toggle, () => {
    ids = ['shop', 'added-elsewhere']
    return { isFavorite: true }
  })
  openSession({ user: sampleUser, token: 'token' })
  renderButtons()
  const heart = await screen.findByRole('button', { name: /Barbearia do Largo/ })
  await waitFor(() => expect(api.listRequests(favoritesApi.ids)).toHaveLength(1))
  fireEvent.click(heart)
  await waitFor(() => expect(api.listRequests(favoritesApi.ids)).toHaveLength(2))
  const other = screen.getByRole('button', { name: /Outra/ })
  await waitFor(() => expect(other.getAttribute('aria-pressed')).toBe('true'))
  cleanup()

  api.respond(favoritesApi.ids, () => apiError(403, 'FORBIDDEN'))
  renderButtons()
  await waitFor(() => expect(api.listRequests(favoritesApi.ids)).toHaveLength(3))
  for (const button of screen.getAllByRole('button')) expect(button.getAttribute('aria-pressed')).toBe('false')
  closeSession()
})

function renderButtons() {
  const element = (
    <>
      <FavoriteButton barbershop={{ id: 'shop', name: 'Barbearia do Largo' }} />
      <FavoriteButton barbershop={{ id: 'added-elsewhere', name: 'Outra' }} />
    </>
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
}
