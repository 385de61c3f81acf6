import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createPendingResponse } from '../../test/fake-api.ts'
import { sampleUser } from '../../test/samples.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import {
  closeSession,
  expireSession,
  getSession,
  openSession,
  pauseSession,
  updateSessionUser,
} from '../lib/session.ts'
import { LoginOnSessionEnd } from './shell.tsx'

const publicPages = [
  '/',
  '/?ordem=rating#lista',
  '/barbershop/shop?date=2030-03-12#avaliacoes',
  '/faq',
  '/become-owner#anual',
]
const privatePages = ['/customer/favorites', '/profile?aba=avisos#avisos']

const client = createQueryClient()

function Frame() {
  return (
    <QueryClientProvider client={client}>
      <LoginOnSessionEnd />
      <Outlet />
    </QueryClientProvider>
  )
}

/** The code of the login page arrives when the test says so. */
function createRouter(path: string) {
  const login = createPendingResponse<null>()
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: 'login', loader: () => login.promise, element: <h1>login</h1> },
          ...['customer/favorites', 'profile'].map((own) => ({
            path: own,
            element: <RequireLogin>private page</RequireLogin>,
          })),
          { path: '*', element: <h1>public page</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  return { router, show: () => act(async () => login.respond(null)) }
}

type Opened = ReturnType<typeof createRouter>

const open = ({ router }: Opened) => act(async () => void render(<RouterProvider router={router} />))

/** What another tab does to the storage, and the events that this one gets for it. */
async function changeInOtherTab(change: () => void) {
  await act(async () => {
    change()
    for (const key of ['authToken', 'authUser']) window.dispatchEvent(new StorageEvent('storage', { key }))
  })
}

function endInOtherTab() {
  return changeInOtherTab(() => {
    localStorage.removeItem('authToken')
    localStorage.removeItem('authUser')
  })
}

afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
})

/** Every order of the end of a session and of what the page does meanwhile. */
const ends: [string, (opened: Opened) => Promise<unknown>][] = [
  ['while the page is shown', async (opened) => [await open(opened), await act(async () => expireSession())]],
  ['before the page listens', async (opened) => [expireSession(), await open(opened)]],
  ['in another tab', async (opened) => [await open(opened), await endInOtherTab()]],
  [
    'in another tab, before the own request is rejected',
    async (opened) => {
      await open(opened)
      const { token } = getSession()
      await endInOtherTab()
      await act(async () => expireSession(token))
    },
  ],
  [
    'by several rejected requests',
    async (opened) => {
      await open(opened)
      const { token } = getSession()
      for (let request = 0; request < 3; request++) await act(async () => expireSession(token))
    },
  ],
  [
    'while it was paused',
    async (opened) => {
      await open(opened)
      const resume = pauseSession()
      await act(async () => expireSession())
      expect(screen.queryByText('login')).toBeNull()
      await act(async () => resume())
    },
  ],
]

const cases = [...publicPages, ...privatePages].flatMap((path) => ends.map(([name, end]) => ({ path, name, end })))

test.each(cases)('a session that ended $name leads from $path to the login, which knows the way back', async (of) => {
  for (let round = 0; round < 10; round++) {
    openSession({ user: sampleUser, token: `token-${round}` })
    const opened = createRouter(of.path)
    await of.end(opened)
    await opened.show()
    expect(screen.getByText('login')).toBeTruthy()
    const { pathname, state } = opened.router.state.location
    expect([pathname, state.from]).toEqual(['/login', of.path])
    expect(getSession()).toEqual({ isHydrated: true, user: undefined, token: undefined })
    cleanup()
  }
})

test.each(publicPages)(
  'a navigation of %s that interrupts the one to the login does not keep the page',
  async (path) => {
    for (let round = 0; round < 10; round++) {
      openSession({ user: sampleUser, token: `token-${round}` })
      const opened = createRouter(path)
      await open(opened)
      await act(async () => expireSession())
      // Such as the detected position, which changes the search of the URL.
      await act(async () => void opened.router.navigate('?lat=-16.68', { replace: true }))
      await act(async () => void opened.router.navigate('/sobre#equipe'))
      await opened.show()
      const { pathname, state } = opened.router.state.location
      expect([pathname, state.from]).toEqual(['/login', '/sobre#equipe'])
      cleanup()
    }
  },
)

test('from the login one may go on without a session', async () => {
  openSession({ user: sampleUser, token: 'token' })
  const opened = createRouter('/faq')
  await open(opened)
  await act(async () => expireSession())
  await opened.show()
  await act(async () => void opened.router.navigate(-1))
  expect(opened.router.state.location.pathname).toBe('/faq')
  expect(screen.getByText('public page')).toBeTruthy()
})

test('a logout leads no page to the login, neither here nor in another tab', async () => {
  openSession({ user: sampleUser, token: 'token' })
  const opened = createRouter('/faq')
  await open(opened)
  await changeInOtherTab(() => {
    localStorage.setItem('loggedOut', '1')
    localStorage.removeItem('authToken')
    localStorage.removeItem('authUser')
  })
  await act(async () => closeSession())
  await opened.show()
  expect(opened.router.state.location.pathname).toBe('/faq')
})

test('the response to a request from before does not open a session that another tab has ended', async () => {
  openSession({ user: sampleUser, token: 'token' })
  localStorage.removeItem('authToken')
  updateSessionUser(sampleUser)
  expect(localStorage.getItem('authToken')).toBeNull()
})
