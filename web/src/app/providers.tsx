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

/** What the loaders fetched on the server, for the queries of the page. One boundary always, so that no page change remounts it. */
function useHandedOver(): DehydratedState {
  const states = useMatches().flatMap(({ loaderData }) => (hasQueries(loaderData) ? [loaderData.queries] : []))
  return { mutations: [], queries: states.flatMap(({ queries }) => queries) }
}

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const handedOver = useHandedOver()
  const userId = useSession().user?.id

  // Whoever comes next must not see what the one who left had loaded.
  // Not as the effect's end: the queries of the one who left would still be asked then, without a session.
  const lastUserId = useRef(userId)
  useEffect(() => {
    if (lastUserId.current && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  }, [queryClient, userId])

  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <HydrationBoundary state={handedOver}>{children}</HydrationBoundary>
        <Toasts />
      </CSPProvider>
    </QueryClientProvider>
  )
}
