import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { DayBoard } from '../features/appointments/day/day-board.tsx'
import type { DayQueueProps } from '../features/appointments/day/use-undoable-changes.ts'
import { BoardWeek } from '../features/appointments/week/week-view.tsx'
import { QueueOfBoard } from '../features/queue/today/queue-panel.tsx'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueueSheet, renderGapSlots, useChosenBarbershop } from './own-parts.tsx'

type QueueProps = DayQueueProps & { children: ReactNode }

/** The queue of the board, with the sheet for a new entry, which belongs to another feature. */
const queueOf = (props: QueueProps) => <QueueOfBoard {...props} addSheet={QueueSheet} />

/** The day or the week of one barbershop, which owners of several choose above it. */
export function OwnerBoard({ view }: { view: 'dia' | 'semana' }) {
  const user = useUser()
  const shops = useQuery(agendaBarbershopsQuery())
  const shop = useChosenBarbershop(shops.data)
  if (shops.isLoadingError) return <ShopsFailure onRetry={() => void shops.refetch()} />
  if (!shops.data || !user) return <LoadingMessage>Carregando...</LoadingMessage>
  // There is no day without a barbershop: a new owner creates the first one.
  if (!shop) return <Navigate to={paths.createBarbershop()} replace />
  if (view === 'semana') return <BoardWeek barbershopId={shop.id} />
  return (
    <DayBoard key={shop.id} userId={user.id} barbershopId={shop.id} queue={queueOf} renderGapSlots={renderGapSlots} />
  )
}

function ShopsFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar dados da barbearia" action={action} />
}
