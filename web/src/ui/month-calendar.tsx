import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from './loading.tsx'

const LazyGrid = lazy(() => import('./month-grid.tsx').then(({ MonthGrid }) => ({ default: MonthGrid })))

/** A month of days, fetched when it is first seen; its place is kept meanwhile. */
export function MonthCalendar(props: ComponentProps<typeof LazyGrid>) {
  return (
    <div className="min-h-90">
      <Suspense fallback={<Spinner className="mx-auto mt-32 size-6 text-mute" />}>
        <LazyGrid {...props} />
      </Suspense>
    </div>
  )
}
