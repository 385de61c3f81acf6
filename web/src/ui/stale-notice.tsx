import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { NetworkError } from '../lib/api-error.ts'
import { formatDate, formatInstantInSentence } from '../lib/format.ts'
import { deviceTimeZone, toLocalTime } from '../lib/local-time.ts'
import { useNow } from '../lib/use-now.ts'
import { Icon } from './icon.tsx'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False only if the browser knows that it has no network. */
export function useIsOnline() {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine !== false,
    () => true,
  )
}

/** The state of a query, as far as it says how old its data is. */
export type Freshness = { dataUpdatedAt: number; error: Error | null; failureReason: Error | null }

/** An instant (milliseconds) as 'às 10h12', with the date if that was not today. */
export function formatAsOf(updatedAt: number, now: Date, timeZone: string) {
  const instant = new Date(updatedAt).toISOString()
  const time = `às ${formatInstantInSentence(instant, timeZone)}`
  const isToday = toLocalTime(new Date(updatedAt), timeZone).date === toLocalTime(now, timeZone).date
  return isToday ? time : `em ${formatDate(instant, timeZone)} ${time}`
}

/** Since when the data of a query may be outdated: undefined while the network is there. */
export function useStaleSince({ dataUpdatedAt, error, failureReason }: Freshness) {
  const isOnline = useIsOnline()
  const hasFailed = error instanceof NetworkError || failureReason instanceof NetworkError
  return dataUpdatedAt > 0 && (hasFailed || !isOnline) ? dataUpdatedAt : undefined
}

/** Without network: as of when the page is. Disappears with the next response. */
export function StaleNotice({ of, className }: { of: Freshness; className?: string }) {
  const since = useStaleSince(of)
  const now = useNow()
  return (
    // Always rendered: a screen reader announces only what changes in a region that exists. Empty, it takes no space.
    <div role="status" className="empty:absolute">
      {since !== undefined && (
        <p
          className={clsx(
            'flex items-center gap-2 rounded-card bg-brass-soft px-4 py-2.5 text-sm text-brass tabular-nums',
            className,
          )}
        >
          <Icon name="warning" className="size-4.5 shrink-0" />
          <span>Sem rede. Como estava {formatAsOf(since, now, deviceTimeZone())}</span>
        </p>
      )}
    </div>
  )
}
