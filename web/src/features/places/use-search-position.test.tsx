import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useHomePosition } from './map/location-bar.tsx'
import { getStoredPosition, storePlace, storePosition } from './use-search-position.ts'

const getCurrentPosition = vi.fn((onSuccess: PositionCallback) =>
  onSuccess({ coords: { latitude: -16.7006, longitude: -49.2708 } } as GeolocationPosition),
)
const query = vi.fn()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function Position() {
  const { coordinates, name, detection } = useHomePosition()
  return (
    <p role="status" aria-busy={detection.status === 'detecting'} title={name}>
      {`${coordinates.latitude} ${coordinates.longitude}`}
    </p>
  )
}

/** As in the browser: the server renders without storage, then React hydrates. */
async function arrive(permission: 'granted' | 'prompt' | 'denied', url = '/') {
  query.mockResolvedValue({ state: permission })
  vi.stubGlobal('navigator', { ...navigator, permissions: { query }, geolocation: { getCurrentPosition } })
  const createPage = () => (
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <Position /> }], { initialEntries: [url] })} />
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(createPage())
  render(createPage(), { container, hydrate: true })
  // The page knows whether it may detect the position.
  await act(() => Promise.all(query.mock.results.map(({ value }) => value)))
  return screen.getByRole('status').textContent
}

test.each(['prompt', 'denied'] as const)('the position is not requested on arrival: permission %s', async (state) => {
  expect(await arrive(state)).toBe('-23.55052 -46.633308')
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('a position in the URL is not replaced on arrival', async () => {
  expect(await arrive('granted', '/?lat=-16.6869&lon=-49.2648')).toBe('-16.6869 -49.2648')
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('the position is detected on arrival where the permission was granted before', async () => {
  await arrive('granted')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('-16.7006 -49.2708'))
  expect(query).toHaveBeenCalledWith({ name: 'geolocation' })
  expect(getCurrentPosition).toHaveBeenCalledTimes(1)
})

test('a place that is searched while the position is being detected stays', async () => {
  const last = { latitude: -16.6, longitude: -49.2, isDetected: true }
  storePosition(last)
  query.mockResolvedValue({ state: 'granted' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = { getCurrentPosition: (done: PositionCallback) => void promise.then(() => getCurrentPosition(done)) }
  vi.stubGlobal('navigator', { ...navigator, permissions: { query }, geolocation: slow })
  const router = createBrowserRouter([{ path: '/', element: <Position /> }])
  render(<RouterProvider router={router} />)
  await waitFor(() => expect(window.location.search).toContain('lat=-16.6'))
  await router.navigate('/?lat=-30.0277&lon=-51.2287')
  resolve()
  await waitFor(() => expect(getCurrentPosition).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('false'))
  expect(screen.getByRole('status').textContent).toBe('-30.0277 -51.2287')
  expect(getStoredPosition()).toEqual(last)
  await router.navigate('/')
})

test('a chosen position is not replaced on arrival', async () => {
  storePosition({ latitude: -30.0277, longitude: -51.2287, isDetected: false })
  expect(await arrive('granted')).toBe('-30.0277 -51.2287')
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('a place that was chosen by name has its name while the search is around it', async () => {
  const pinheiros = { kind: 'neighborhood', name: 'Pinheiros', area: 'São Paulo - SP' } as const
  storePlace({ ...pinheiros, latitude: -23.56104, longitude: -46.70101 })
  expect(await arrive('granted')).toBe('-23.561 -46.701')
  expect(getCurrentPosition).not.toHaveBeenCalled()
  expect(screen.getByRole('status').title).toBe('Pinheiros, São Paulo - SP')
  cleanup()
  await arrive('granted', '/?lat=-16.6869&lon=-49.2648')
  expect(screen.getByRole('status').title).toBe('')
})

test('a stored position without a name, or with something else for it, has none', () => {
  localStorage.setItem('place', JSON.stringify({ latitude: 1, longitude: 2, isDetected: false, name: { x: 1 } }))
  storePosition({ latitude: 1, longitude: 2, isDetected: false })
  expect(getStoredPosition()?.name).toBeUndefined()
})
