import type { ScheduleConflict } from '@na-regua/contract/staff'
import { formatPhone, formatShortDate, formatTime } from '../../../lib/format.ts'
import { wallClock } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'

type HoursConflictsProps = {
  conflicts: readonly ScheduleConflict[]
  timeZone: string
  isSaving: boolean
  saveAnyway: () => void
}

/** Who is booked outside the new hours. Nothing is cancelled by saving: the owner calls, or lets them stand. */
export function HoursConflicts({ conflicts, timeZone, isSaving, saveAnyway }: HoursConflictsProps) {
  if (conflicts.length === 0) return null
  const one = conflicts.length === 1
  return (
    <section role="alert" className="mb-6 grid gap-3 rounded-card bg-brass-soft p-4">
      <h3 className="font-sans text-base font-semibold tracking-normal text-brass">
        {one ? 'Há um agendamento fora desses horários' : `Há ${conflicts.length} agendamentos fora desses horários`}
      </h3>
      <ul className="grid gap-1">
        {conflicts.map(({ id, startTime, serviceName, customer }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="font-semibold tabular-nums">
              {formatShortDate(wallClock(new Date(startTime), timeZone).date)} às {formatTime(startTime, timeZone)}
            </span>{' '}
            {customer.name} · {serviceName}
            {customer.phone && (
              <a href={`tel:+55${customer.phone}`} className="ml-2 text-navy underline tabular-nums">
                {formatPhone(customer.phone)}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm">
        Se você salvar, {one ? 'ele continua marcado' : 'eles continuam marcados'} e ninguém mais consegue agendar nesse
        tempo.
      </p>
      <div>
        <Button variant="outline" isBusy={isSaving} onClick={saveAnyway}>
          {one ? 'Manter o agendamento e salvar' : 'Manter os agendamentos e salvar'}
        </Button>
      </div>
    </section>
  )
}
