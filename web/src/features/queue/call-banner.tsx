import type { OwnQueueEntry } from '@na-regua/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { formatInstantInSentence } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useCountdown } from '../../lib/relative-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { UrgentRow } from '../../ui/urgent-row.tsx'
import { ownEntriesQuery, REFETCH_MS } from './queries.ts'
import { formatCountdown, getClockOffset, isOpenEntry, MAX_CALL_SECONDS } from './rules.ts'

/** The calls of the queues in which the signed-in user waits, on every page but those of their entries. */
export function CallBanner() {
  const { pathname } = useLocation()
  const { data = [], dataUpdatedAt } = useQuery({
    ...ownEntriesQuery(),
    refetchInterval: ({ state: { data } }) => (data?.entries.some(isOpenEntry) ? REFETCH_MS : false),
  })
  const shown = data.filter(({ status, token }) => status === 'CALLED' && paths.queueEntry(token) !== pathname)
  return (
    // Assertive: a call must not wait for the end of another announcement.
    <div aria-live="assertive">
      {shown.map(
        (entry) => entry.call && <CallRow key={entry.id} entry={entry} call={entry.call} loadedAt={dataUpdatedAt} />,
      )}
    </div>
  )
}

type CallRowProps = { entry: OwnQueueEntry; call: NonNullable<OwnQueueEntry['call']>; loadedAt: number }

function CallRow({ entry, call, loadedAt }: CallRowProps) {
  const clockOffset = getClockOffset({ data: entry, dataUpdatedAt: loadedAt })
  const comeBy = new Date(Date.parse(call.comeBy) - clockOffset).toISOString()
  const seconds = useCountdown(comeBy, MAX_CALL_SECONDS)
  const until = `Chegue até ${formatInstantInSentence(call.comeBy, entry.timeZone)}.`
  const text = seconds > 0 ? until : 'O tempo passou. Se já chegou, fale com a equipe.'
  return (
    <UrgentRow
      title="É a sua vez"
      text={`${text} Com ${call.barber.name}, ${entry.barbershop.name}`}
      timeLeft={seconds > 0 ? formatCountdown(seconds) : ''}
      to={paths.queueEntry(entry.token)}
      action={
        <ButtonLink to={paths.queueEntry(entry.token)} variant="outline" className="grow md:grow-0">
          Ver meu lugar
        </ButtonLink>
      }
    />
  )
}
