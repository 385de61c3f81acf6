import { CSPProvider } from '@base-ui/react/csp-provider'
import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMatches } from 'react-router'
import { createQueryClient } from '../lib/query-client.ts'
import { useSession } from '../lib/session.ts'
import { Toasts } from '../ui/toast.tsx'

function hasQueries(data: unknown): data is { queries: DehydratedState } {
  return typeof data === 'object' && data !== null && 'queries' in data
}

/** The queries that the loaders ran on the server. Always one boundary, so that no navigation remounts the page. */
function useDehydratedState(): DehydratedState {
  const states = useMatches().flatMap(({ loaderData }) => (hasQueries(loaderData) ? [loaderData.queries] : []))
  return { mutations: [], queries: states.flatMap(({ queries }) => queries) }
}

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const dehydratedState = useDehydratedState()
  const userId = useSession().user?.id

  // The next user must not see the data of the previous one. Not in the effect's cleanup: there the previous user's queries
  // are still mounted and would be refetched without a session.
  const lastUserId = useRef(userId)
  useEffect(() => {
    if (lastUserId.current && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  }, [queryClient, userId])

  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <HydrationBoundary state={dehydratedState}>{children}</HydrationBoundary>
        <Toasts />
      </CSPProvider>
    </QueryClientProvider>
  )
}
