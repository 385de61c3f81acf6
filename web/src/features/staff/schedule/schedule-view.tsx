import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { ConflictList } from './conflict-list.tsx'
import { scheduleQuery, timeOffQuery } from './queries.ts'
import { TimeOffSection } from './time-off-section.tsx'
import { WeekEditor } from './week-editor.tsx'

type ScheduleViewProps = {
  /** One's own chair, or one of the shops' of an owner. */
  barberId: string
  /** Where a day can be looked at. */
  dayLink: (date: string) => string
}

/** When a chair works: every week, and the exceptions. */
export function ScheduleView({ barberId, dayLink }: ScheduleViewProps) {
  const week = useQuery(scheduleQuery(barberId))
  const timeOff = useQuery(timeOffQuery(barberId))
  const error = week.isLoadingError ? week.error : timeOff.isLoadingError ? timeOff.error : undefined
  if (error) {
    const retry = () => void Promise.all([week.refetch(), timeOff.refetch()])
    const action = (
      <Button variant="outline" onClick={retry}>
        Tentar novamente
      </Button>
    )
    return <Notice tone="error" title={errorText(error, 'Erro ao carregar o horário.')} action={action} />
  }
  if (!week.data || !timeOff.data) return <LoadingMessage>Carregando o horário...</LoadingMessage>
  const { name, barbershop, timeZone, conflicts } = week.data
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
        <WeekEditor key={barberId} schedule={week.data} dayLink={dayLink} />
        <TimeOffSection {...{ barberId, timeZone, dayLink }} timeOff={timeOff.data.timeOff} />
      </div>
    </div>
  )
}
