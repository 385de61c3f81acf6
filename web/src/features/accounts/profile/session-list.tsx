import type { OwnSession } from '@na-regua/contract/profile'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount, formatDate, formatRelativeTime } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { useSession } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { endOtherSessions, endOwnSession, ownSessionsQuery } from '../queries.ts'

/** Ends sessions and refetches the list. */
function useEndSessions() {
  const queryClient = useQueryClient()
  const settle = {
    onError: (error: Error) => showToast({ tone: 'error', title: errorText(error, 'Erro ao encerrar a sessão') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] }),
  }
  const one = useMutation({
    mutationFn: endOwnSession,
    onSuccess: () => showToast({ tone: 'success', title: 'Sessão encerrada' }),
    ...settle,
  })
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: ({ ended }) =>
      showToast({ tone: 'success', title: formatCount(ended, 'sessão encerrada', 'sessões encerradas') }),
    ...settle,
  })
  return { one, others }
}

type RowProps = { session: OwnSession; now: Date; isEnding: boolean; onEnd: () => void }

function SessionRow({ session, now, isEnding, onEnd }: RowProps) {
  const { isCurrent, createdAt, lastUsedAt } = session
  const device = session.device ?? 'Aparelho desconhecido'
  const zone = deviceTimeZone()
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon name="device" className="size-6 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device} {isCurrent && <Badge tone="green">Este aparelho</Badge>}
        </p>
        <p className="text-sm text-mute">
          {isCurrent ? 'Em uso' : `Usada ${formatRelativeTime(lastUsedAt, now, zone)}`} · desde{' '}
          {formatDate(createdAt, zone)}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="outline" isBusy={isEnding} onClick={onEnd} aria-label={`Encerrar: ${device}`}>
          Encerrar
        </Button>
      )}
    </li>
  )
}

/** The account's open sessions, with a button to end each of them. */
export function SessionList() {
  const { token } = useSession()
  const { data, error, refetch } = useQuery(ownSessionsQuery(token))
  const { one, others } = useEndSessions()
  const now = useNow()
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="text-red">{errorText(error, 'Erro ao carregar suas sessões.')}</p>
        <Button variant="outline" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton className="h-16" />
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            isEnding={one.isPending && one.variables === session.id}
            onEnd={() => one.mutate(session.id)}
          />
        ))}
      </ul>
      {data.length > 2 && (
        <Button variant="ghost" className="-mx-4.5" isBusy={others.isPending} onClick={() => others.mutate()}>
          Encerrar todas as outras
        </Button>
      )}
    </>
  )
}
