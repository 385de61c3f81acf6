import type { OwnQueueEntry } from '@na-regua/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { formatInstantInSentence } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useCountdown } from '../../lib/relative-time.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { UrgentRow } from '../../ui/urgent-row.tsx'
import { ownEntriesQuery, REFETCH_MS, useDeviceToken, useEntry, useQueueEvents } from './queries.ts'
import { formatCountdown, getClockOffset, isOpenEntry, MAX_CALL_SECONDS } from './rules.ts'

/** The calls of the queues in which the user waits, by account or by this device, on every page but those of their entries. */
export function CallBanner() {
  const { pathname } = useLocation()
  const isSignedIn = useUser() !== undefined
  const { data: own, dataUpdatedAt } = useQuery({
    ...ownEntriesQuery(),
    enabled: isSignedIn,
    refetchInterval: ({ state: { data } }) => (data?.entries.some(isOpenEntry) ? REFETCH_MS : false),
  })
  const deviceToken = useDeviceToken()
  // What the account does not have was joined at the door under another name.
  const isGuest = isSignedIn ? own?.every(({ token }) => token !== deviceToken) : true
  const isElsewhere = (token: string) => paths.queueEntry(token) !== pathname
  return (
    // Assertive: a call must not wait for the end of another announcement.
    <div aria-live="assertive">
      {own
        ?.filter(({ token }) => isElsewhere(token))
        .map((entry) => (
          <CallRow key={entry.id} entry={entry} loadedAt={dataUpdatedAt} />
        ))}
      {isGuest && deviceToken && isElsewhere(deviceToken) && <DeviceCall token={deviceToken} />}
    </div>
  )
}

/** Without an account the stored link of the entry is what loads it, and the events are those of its queue. */
function DeviceCall({ token }: { token: string }) {
  const { data, dataUpdatedAt } = useEntry(token)
  const entry = data?.entry
  useQueueEvents(entry && isOpenEntry(entry) ? entry.barbershop.id : undefined, 1_000)
  return entry && <CallRow entry={entry} loadedAt={dataUpdatedAt} />
}

type CallRowProps = { entry: OwnQueueEntry; loadedAt: number }

function CallRow({ entry, loadedAt }: CallRowProps) {
  const { status, call } = entry
  return status === 'CALLED' && call && <OpenCall entry={entry} call={call} loadedAt={loadedAt} />
}

function OpenCall({ entry, call, loadedAt }: CallRowProps & { call: NonNullable<OwnQueueEntry['call']> }) {
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
