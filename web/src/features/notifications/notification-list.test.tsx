import { notificationsApi } from '@na-regua/contract/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { useMarkAsRead } from './notification-list.tsx'
import { latestNotificationsQuery, notificationsQuery } from './queries.ts'

const api = startFakeApi()
afterEach(cleanup)

const older = notificationsQuery({ page: 3, perPage: 10 })
const listed = (ids: readonly string[]) => ({ notifications: ids.map((id) => ({ id, read: false })), unreadCount: 3 })

test('the bell counts down when the page of older notifications reads one that the bell does not list', async () => {
  api.respond(notificationsApi.read, () => ({ ok: true }))
  const client = createQueryClient()
  client.setQueryData(latestNotificationsQuery.queryKey as readonly unknown[], listed(['new']))
  client.setQueryData(older.queryKey as readonly unknown[], listed(['old', 'older']))
  const countOf = (key: readonly unknown[]) => client.getQueryData<{ unreadCount: number }>(key)?.unreadCount
  const { result } = renderHook(useMarkAsRead, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  act(() => result.current('old'))
  await waitFor(() => expect(countOf(latestNotificationsQuery.queryKey)).toBe(2))
  expect(countOf(older.queryKey)).toBe(2)
  act(() => result.current('old'))
  act(() => result.current('new'))
  await waitFor(() => expect(countOf(latestNotificationsQuery.queryKey)).toBe(1))
})
