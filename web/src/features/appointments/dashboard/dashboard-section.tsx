import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DaysPicture } from './days-picture.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { HoursPicture } from './hours-picture.tsx'
import { dashboardQuery } from './queries.ts'
import { StatCards } from './stat-cards.tsx'

/** The four figures. What they cannot show now is said once, above; what there is to manage stays in reach. */
export function DashboardFigures() {
  const { data, isError, refetch } = useQuery(dashboardQuery())
  if (data) return <StatCards {...data} />
  if (!isError) return <FiguresWait />
  const action = (
    <Button variant="outline" onClick={() => void refetch()}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar os números" action={action} />
}

function FiguresWait() {
  return (
    <div role="status" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <span className="sr-only">Carregando os números...</span>
      {['barbearias', 'barbeiros', 'agendamentos', 'faturamento'].map((name) => (
        <Skeleton key={name} className="h-30" />
      ))}
    </div>
  )
}

/** Below what there is to manage: pictures that are looked at rather than read, and the rows behind them. */
export function DashboardPictures() {
  const { data } = useQuery(dashboardQuery())
  if (!data) return null
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <DaysPicture days={data.days} />
      <HoursPicture hours={data.hours} />
      <ExportButtons />
    </div>
  )
}
