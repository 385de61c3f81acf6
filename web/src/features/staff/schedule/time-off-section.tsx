import type { TimeOff } from '@na-regua/contract/staff'
import { useState } from 'react'
import { wallClock } from '../../../lib/local-time.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { daysOff, describeTimeOff } from './rules.ts'
import { TimeOffForm } from './time-off-form.tsx'
import { useAddTimeOff, useRemoveTimeOff } from './use-time-off.ts'

type TimeOffSectionProps = {
  barberId: string
  timeZone: string
  timeOff: readonly TimeOff[]
  dayLink: (date: string) => string
}

/** Days and hours away. A press on a day of the calendar begins a new one there. */
export function TimeOffSection({ barberId, timeZone, timeOff, dayLink }: TimeOffSectionProps) {
  const today = wallClock(new Date(), timeZone).date
  const [month, setMonth] = useState(today.slice(0, 7))
  const [newDate, setNewDate] = useState<string>()
  return (
    <section aria-labelledby="folgas" className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="folgas" className="text-xl">
          Folgas
        </h2>
        <Button variant="outline" onClick={() => setNewDate(today)}>
          <Icon name="plus" className="size-4.5" />
          Nova folga
        </Button>
      </div>
      <div className="rounded-card border border-line bg-card p-3">
        <MonthCalendar
          {...{ month, today }}
          onMonthChange={setMonth}
          selected={undefined}
          onSelect={(date) => date && date >= today && setNewDate(date)}
          marked={daysOff(timeOff)}
          markWords="folga"
        />
      </div>
      <TimeOffList {...{ barberId, timeOff }} />
      <NewTimeOff {...{ barberId, timeZone, dayLink, today }} date={newDate} onClose={() => setNewDate(undefined)} />
    </section>
  )
}

type NewTimeOffProps = Omit<TimeOffSectionProps, 'timeOff'> & {
  today: string
  date: string | undefined
  onClose: () => void
}

/** The form, and in its place the list of whom it would touch. */
function NewTimeOff({ barberId, timeZone, dayLink, today, date, onClose }: NewTimeOffProps) {
  const adding = useAddTimeOff(barberId, onClose)

  function handleClose() {
    adding.back()
    onClose()
  }

  return (
    <>
      <Dialog isOpen={date !== undefined && adding.conflicts.length === 0} onClose={handleClose} title="Nova folga">
        {date && (
          <TimeOffForm {...{ date, today }} isBusy={adding.isPending} failure={adding.failure} onAdd={adding.add} />
        )}
      </Dialog>
      <ConflictDialog
        conflicts={adding.conflicts}
        {...{ timeZone, dayLink }}
        isBusy={adding.isPending}
        onBack={handleClose}
        onKeep={adding.addAnyway}
      />
    </>
  )
}

function TimeOffList({ barberId, timeOff }: Pick<TimeOffSectionProps, 'barberId' | 'timeOff'>) {
  const { mutate: remove, isPending } = useRemoveTimeOff(barberId)
  if (timeOff.length === 0) return <p className="text-mute">Nenhuma folga marcada.</p>
  return (
    <ul className="grid gap-2">
      {timeOff.map((off) => (
        <li key={off.id} className="flex items-center gap-3 rounded-control border border-line bg-card py-1 pr-1 pl-4">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="font-semibold tabular-nums">{describeTimeOff(off)}</span>
            {off.reason && <span className="block text-sm text-mute">{off.reason}</span>}
          </p>
          <IconButton
            label={`Desmarcar folga de ${describeTimeOff(off)}`}
            disabled={isPending}
            onClick={() => remove(off.id)}
          >
            <Icon name="trash" className="size-4.5 text-mute" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
