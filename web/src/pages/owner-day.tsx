import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Navigate } from 'react-router'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { DayBoard } from '../features/appointments/day/day-board.tsx'
import type { DayQueueProps } from '../features/appointments/day/use-undoable-changes.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { lazyQueuePart, renderGapOffer, useChosenBarbershop } from './own-parts.tsx'

type QueueProps = DayQueueProps & { children: ReactNode }

const QueueOfBoard = lazyQueuePart(
  (board) => board.QueueOfBoard,
  ({ children }: QueueProps) => children,
)

/** Not the board until then: it would be mounted again, and a drag or a dialog that has begun would end. */
const queueOf = (props: QueueProps) => (
  <Suspense fallback={<LoadingMessage>Carregando...</LoadingMessage>}>
    <QueueOfBoard {...props} />
  </Suspense>
)

/** The board of one barbershop, which owners of several choose above it. */
export function OwnerDay() {
  const user = useUser()
  const shops = useQuery(agendaBarbershopsQuery())
  const shop = useChosenBarbershop(shops.data)
  if (shops.isLoadingError) return <ShopsFailure onRetry={() => void shops.refetch()} />
  if (!shops.data || !user) return <LoadingMessage>Carregando...</LoadingMessage>
  // There is no day without a barbershop: a new owner creates the first one.
  if (!shop) return <Navigate to={paths.createBarbershop()} replace />
  return (
    <DayBoard key={shop.id} userId={user.id} barbershopId={shop.id} queue={queueOf} renderGapOffer={renderGapOffer} />
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
