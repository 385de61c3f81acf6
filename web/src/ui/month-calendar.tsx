import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from './loading.tsx'

const LazyGrid = lazy(() => import('./month-grid.tsx').then(({ MonthGrid }) => ({ default: MonthGrid })))

/** A month grid whose code is loaded when it is first rendered; its space is reserved in the meantime. */
export function MonthCalendar(props: ComponentProps<typeof LazyGrid>) {
  return (
    <div className="min-h-90">
      <Suspense fallback={<Spinner className="mx-auto mt-32 size-6 text-mute" />}>
        <LazyGrid {...props} />
      </Suspense>
    </div>
  )
}
