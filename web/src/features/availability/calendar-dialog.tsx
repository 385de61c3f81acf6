import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const LazyCalendar = lazy(() => import('./day-calendar.tsx').then(({ DayCalendar }) => ({ default: DayCalendar })))

type CalendarProps = ComponentProps<typeof LazyCalendar>

/** The calendar is fetched when it is first seen; its place is kept meanwhile. */
export function Calendar(props: CalendarProps) {
  return (
    <div className="min-h-90">
      <Suspense fallback={<Spinner className="mx-auto mt-32 size-6 text-mute" />}>
        <LazyCalendar {...props} />
      </Suspense>
    </div>
  )
}

/** Behind the last day of the strip: any later one. */
export function CalendarDialog({ onSelect, ...calendar }: CalendarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid min-h-16 w-20 shrink-0 content-center justify-items-center gap-1 rounded-control border border-line bg-card text-sm font-medium transition-colors hover:border-edge"
      >
        <Icon name="calendar" />
        Mais datas
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Escolha a data">
        <Calendar
          {...calendar}
          onSelect={(date) => {
            setOpen(false)
            onSelect(date)
          }}
        />
      </Dialog>
    </>
  )
}
