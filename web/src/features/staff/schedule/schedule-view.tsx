import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { scheduleQuery, timeOffQuery } from '../queries.ts'
import { ConflictList } from './conflict-list.tsx'
import { TimeOffSection } from './time-off-section.tsx'
import { WeeklyHoursEditor } from './weekly-hours-editor.tsx'

type ScheduleViewProps = {
  /** The user's own barber, or a barber of the owner's barbershops. */
  barberId: string
  /** The day for which the form for time off is open. */
  timeOffDate: string | undefined
  /** Link to a day of the agenda. */
  dayLink: (date: string) => string
}

/** A barber's weekly hours and time off. */
export function ScheduleView({ barberId, dayLink, timeOffDate }: ScheduleViewProps) {
  const schedule = useQuery(scheduleQuery(barberId))
  const timeOff = useQuery(timeOffQuery(barberId))
  const error = schedule.isLoadingError ? schedule.error : timeOff.isLoadingError ? timeOff.error : undefined
  if (error) {
    const retry = () => void Promise.all([schedule.refetch(), timeOff.refetch()])
    const action = (
      <Button variant="outline" onClick={retry}>
        Tentar novamente
      </Button>
    )
    return <Notice tone="error" title={errorText(error, 'Erro ao carregar o horário.')} action={action} />
  }
  if (!schedule.data || !timeOff.data) return <LoadingMessage>Carregando o horário...</LoadingMessage>
  const { name, barbershop, timeZone, conflicts } = schedule.data
  return (
    <div className="grid gap-6">
      <p className="text-mute [overflow-wrap:anywhere]">
        {name}, na {barbershop.name}
      </p>
      {conflicts.length > 0 && (
        <section aria-labelledby="fora" className="grid gap-3 rounded-card bg-brass-soft p-4">
          <h2 id="fora" className="text-lg">
            Marcados fora do horário
          </h2>
          <ConflictList {...{ conflicts, timeZone, dayLink }} />
        </section>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <WeeklyHoursEditor key={barberId} schedule={schedule.data} dayLink={dayLink} />
        <TimeOffSection
          {...{ barberId, timeZone, dayLink }}
          barbershopId={barbershop.id}
          timeOff={timeOff.data.timeOff}
          initialDate={timeOffDate}
        />
      </div>
    </div>
  )
}
