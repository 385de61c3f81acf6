import 'fake-indexeddb/auto'
import { openStoredQueries, openVault, wipeVaults } from '@na-regua/offline'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useOwnAccount } from '../../app/shell.tsx'
import { createQueryClient } from '../../lib/query-client.ts'
import { describeRoles, ROLES } from '../../lib/restore-stored.ts'
import { closeSession, getSession, openSession } from '../../lib/session.ts'
import { RequireLogin } from './require-login.tsx'

const user = { id: 'ana', name: 'Ana', email: 'ana@naregua.test', role: 'BARBER' } as const

afterEach(() => {
  cleanup()
  closeSession()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function PrivatePage() {
  useOwnAccount()
  return <RequireLogin>a agenda de {getSession().user?.name}</RequireLogin>
}

function showPrivatePage(fetchStub: () => Promise<Response>) {
  const requests = vi.fn(fetchStub)
  vi.stubGlobal('fetch', requests)
  openSession({ user: user as never, token: 'token' })
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <PrivatePage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { requests, client }
}

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server in trouble', async () => Response.json({ code: 'UNAVAILABLE' }, { status: 503 })],
])('%s does not log out: the private page stays', async (_, respond) => {
  const { requests, client } = showPrivatePage(respond)
  await waitFor(() => expect(requests).toHaveBeenCalled())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByText('a agenda de Ana')).toBeDefined()
  expect(localStorage.getItem('authToken')).toBe('token')
})

test('a rejected token does', async () => {
  showPrivatePage(async () => Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 }))
  await waitFor(() => expect(getSession().user).toBeUndefined())
  expect(localStorage.getItem('authUser')).toBeNull()
})

const queryKey = ['appointments', 'test']
const rendered: (string | undefined)[] = []

function StoredPage() {
  const { data } = useQuery({ queryKey, queryFn: () => Promise.reject(new Error('no network')), retry: false })
  rendered.push(data)
  return data ?? 'nada'
}

/** Opens a private page without network, with what a user of these roles has stored. */
async function openWithoutNetwork(storedAs: { role: 'BARBER' | 'CUSTOMER' }) {
  await wipeVaults()
  const vault = await openVault(user.id)
  await vault.write(ROLES, describeRoles({ ...user, ...storedAs } as never))
  await openStoredQueries(vault).save({ key: queryKey, hash: JSON.stringify(queryKey), data: 'o dia', updatedAt: 1 })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  openSession({ user: user as never, token: 'token' })
  rendered.length = 0
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <RequireLogin>
          <StoredPage />
        </RequireLogin>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('without network a page is rendered once it has its stored data', async () => {
  await openWithoutNetwork({ role: 'BARBER' })
  expect(await screen.findByText('o dia')).toBeDefined()
  expect(new Set(rendered)).toEqual(new Set(['o dia']))
})

test('what was stored with other roles is not shown', async () => {
  await openWithoutNetwork({ role: 'CUSTOMER' })
  expect(await screen.findByText('nada')).toBeDefined()
})
