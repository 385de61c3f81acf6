import type { User } from '@na-regua/contract/accounts'
import type { OwnQueueEntry, QueueState } from '@na-regua/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { formatWait } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { updateSessionUser, useSession, useUser } from '../../lib/session.ts'
import { useUrlParams } from '../../lib/use-url-params.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import { QueueChoiceFields } from './door-view.tsx'
import { ownEntriesQuery, type QueueChoice, queueQuery, useJoin, useQueueEvents } from './queries.ts'
import { closures, describeComing, describeLength, describeQueue, isOpenEntry } from './rules.ts'

/** Opens the choice at once: the link of a card, and the way back from the login. */
const QUEUE_PARAMETER = 'fila'

/** The signed-in user's open entries. */
function useOpenEntries() {
  const user = useUser()
  const { data = [] } = useQuery({ ...ownEntriesQuery(), enabled: user !== undefined })
  return data.filter(isOpenEntry)
}

type EmailVerificationProps = {
  isOpen: boolean
  user: User
  onCancel: () => void
  onVerified: (user: User) => void
}

type QueueCardProps = {
  barbershopId: string
  /** The dialog of another feature in which a user verifies the email, which the queue needs. */
  verification: ComponentType<EmailVerificationProps>
}

/** On the page of a barbershop that has a queue. Quieter than booking, which is for every day. */
export function QueueCard({ barbershopId, verification }: QueueCardProps) {
  const { data: queue, isError } = useQuery(queueQuery(barbershopId))
  const own = useOpenEntries().find(({ barbershop }) => barbershop.id === barbershopId)
  const { isOpen, show } = useJoinDialog()
  useQueueEvents(queue && queue.closure !== 'off' ? barbershopId : undefined)
  if (isError && !queue) return null
  if (!queue) return <Skeleton className="h-17.5 rounded-card!" />
  // A call stands above the page.
  if (queue.closure === 'off' || own?.call) return null
  return (
    <section aria-label="Fila" className="rounded-card border border-line bg-card px-4 py-3">
      {own ? (
        <OwnEntryLink entry={own} />
      ) : (
        <QueueRow barbershopId={barbershopId} queue={queue} onJoin={() => show(true)} />
      )}
      <JoinDialog
        barbershopId={barbershopId}
        queue={queue}
        isOpen={isOpen}
        verification={verification}
        hasEntry={own !== undefined}
        onClose={() => show(false)}
      />
    </section>
  )
}

/** Open in the URL, for the link of a card and the way back from the login. */
function useJoinDialog() {
  const user = useUser()
  const [params, changeParams] = useUrlParams()
  function show(isShown: boolean) {
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      if (isShown) next.set(QUEUE_PARAMETER, '1')
      else next.delete(QUEUE_PARAMETER)
      return next
    })
  }
  return { isOpen: user !== undefined && params.get(QUEUE_PARAMETER) !== null, show }
}

type QueueProps = { barbershopId: string; queue: QueueState }
type RowProps = QueueProps & { onJoin: () => void }

function QueueRow({ barbershopId, queue, onJoin }: RowProps) {
  const { closure, length } = queue
  return (
    <div className="flex items-center justify-between gap-3">
      <p role="status" className="min-w-0 leading-snug tabular-nums">
        <strong className={clsx('block font-semibold', !closure && 'text-green')}>{describeQueue(queue)}</strong>
        <span className="block text-sm text-mute">
          {closure ? closures[closure].text : `${describeLength(length)} agora`}
        </span>
      </p>
      {!closure && <JoinButton barbershopId={barbershopId} onJoin={onJoin} />}
    </div>
  )
}

function JoinButton({ barbershopId, onJoin }: Omit<RowProps, 'queue'>) {
  const { user, isHydrated } = useSession()
  if (isHydrated && !user) {
    const state = { from: paths.joinQueue(barbershopId), reason: 'Entre para guardar seu lugar na fila' }
    return (
      <ButtonLink to={paths.login()} state={state} variant="outline" className="px-3.5! whitespace-nowrap">
        Entrar na fila
      </ButtonLink>
    )
  }
  return (
    <Button variant="outline" aria-haspopup="dialog" className="px-3.5! whitespace-nowrap" onClick={onJoin}>
      Entrar na fila
    </Button>
  )
}

type JoinDialogProps = QueueProps & QueueCardProps & { isOpen: boolean; hasEntry: boolean; onClose: () => void }

/** Stays while the queue closes behind it, and until its own entry is shown. */
function JoinDialog({ barbershopId, queue, isOpen, hasEntry, onClose, verification: Verification }: JoinDialogProps) {
  const navigate = useNavigate()
  const user = useUser()
  const [choice, setChoice] = useState<QueueChoice>({})
  const [isVerifying, setVerifying] = useState(false)
  const join = useJoin(barbershopId)
  function handleVerified(verified: User) {
    updateSessionUser(verified)
    setVerifying(false)
    void sendJoin()
  }
  async function handleJoin() {
    if (user && !user.isEmailVerified) setVerifying(true)
    else await sendJoin()
  }
  async function sendJoin() {
    // Also if the entry arrives by an event before the response.
    const joined = await join.mutateAsync(choice).catch(() => undefined)
    if (joined) void navigate(paths.queueEntry(joined.entry.token))
  }
  const footer = (
    <Button
      size="large"
      isWide
      isBusy={join.isPending}
      disabled={queue.closure !== null}
      onClick={() => void handleJoin()}
    >
      Entrar na fila
    </Button>
  )
  return (
    <Dialog isOpen={isOpen && (!hasEntry || join.isPending)} onClose={onClose} title="Entrar na fila" footer={footer}>
      <div className="grid gap-4">
        <p role="status" className="tabular-nums">
          {describeQueue(queue)} · {queue.closure ? closures[queue.closure].text : describeLength(queue.length)}
        </p>
        <QueueChoiceFields queue={queue} choice={choice} onChange={setChoice} />
        <FormAlert>
          {join.error && (
            <Sentences>{errorText(join.error, 'Não foi possível entrar na fila. Tente novamente.')}</Sentences>
          )}
        </FormAlert>
        {isVerifying && user && (
          <Verification isOpen user={user} onCancel={() => setVerifying(false)} onVerified={handleVerified} />
        )}
      </div>
    </Dialog>
  )
}

/** What to do first: '2º na fila · Venha às 15h20'. */
function describeEntry(entry: OwnQueueEntry) {
  const { position } = entry
  const place = position === 1 ? 'Você é o próximo' : position ? `${position}º na fila` : 'Na fila'
  return [place, describeComing(entry)].filter(Boolean).join(' · ')
}

function OwnEntryLink({ entry, isNamed = false }: { entry: OwnQueueEntry; isNamed?: boolean }) {
  const name = isNamed ? entry.barbershop.name : 'Ver meu lugar'
  return (
    <Link to={paths.queueEntry(entry.token)} className="-my-1 flex min-h-13 items-center gap-3">
      <span className="min-w-0 flex-1 leading-snug tabular-nums">
        <span className="block font-semibold wrap-anywhere">{describeEntry(entry)}</span>
        <span className="block truncate text-sm text-mute">
          {[formatWait(entry.wait), name].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Icon name="chevron-right" className="size-5" />
    </Link>
  )
}

type OwnEntriesProps = {
  className?: string
  /** Shown while the user waits in no queue. */
  instead?: ReactNode
}

/** Where the signed-in user waits now. A call stands above the page. */
export function OwnEntries({ className, instead = null }: OwnEntriesProps) {
  const entries = useOpenEntries().filter(({ call }) => !call)
  if (entries.length === 0) return instead
  return (
    <section aria-label="Na fila agora" className={clsx('rounded-card border border-edge bg-card', className)}>
      <ul className="w-full divide-y divide-line px-4 py-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <OwnEntryLink entry={entry} isNamed />
          </li>
        ))}
      </ul>
    </section>
  )
}
