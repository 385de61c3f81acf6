import { matchesPattern, QUEUE_KEY_PATTERN } from '@na-regua/contract/text-limits'
import { type ComponentProps, Suspense } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { useIsSoundOn } from '../features/queue/called-entry.tsx'
import { DoorView, InvalidDoor } from '../features/queue/door-view.tsx'
import { EntryView } from '../features/queue/entry-view.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useUser } from '../lib/session.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, { title: params.token ? 'Seu lugar na fila' : 'Entrar na fila' })
}

const PushInvitation = lazyPart(
  async () => (await import('../features/notifications/push-section.tsx')).PushInvitation,
  () => null,
)

const SoonerTime = lazyPart(
  async () => (await import('../features/availability/slots-today/sooner-time.tsx')).SoonerTime,
  () => null,
)

/** Loaded after the queue, which is what the page is for. */
function LazySoonerTime(props: ComponentProps<typeof SoonerTime>) {
  return (
    <Suspense>
      <SoonerTime {...props} />
    </Suspense>
  )
}

/** Pushes go to accounts. The boundary comes with the user: in one that is shown already, the session would wait for the code. */
function Invitation() {
  const user = useUser()
  if (!user) return null
  return (
    <Suspense>
      <PushInvitation />
    </Suspense>
  )
}

/** The page behind a QR code at a door, and at `/f/` the one of an entry. One page: who has joined loads nothing for the second. */
export default function QueuePage() {
  const { token } = useParams()
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      {token ? (
        <EntryView key={token} token={token} invitation={<Invitation />} soonerTime={LazySoonerTime} />
      ) : (
        <Door />
      )}
    </div>
  )
}

function Door() {
  const hash = useUrlHash()
  // The tap that joins turns on the sound of the entry's page, which follows.
  useIsSoundOn()
  if (hash !== undefined && !matchesPattern(QUEUE_KEY_PATTERN, hash)) return <InvalidDoor />
  return <DoorView doorKey={hash} soonerTime={LazySoonerTime} />
}
