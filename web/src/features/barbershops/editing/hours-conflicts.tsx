import type { ScheduleConflict } from '@na-regua/contract/staff'
import { Button } from '../../../ui/button.tsx'
import { BookedList } from '../own-barbershops/booked-list.tsx'

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
      <BookedList appointments={conflicts} timeZone={timeZone} />
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
