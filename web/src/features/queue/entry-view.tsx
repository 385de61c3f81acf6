import { MAX_POSITIONS_BACK, type OwnQueueEntry } from '@na-regua/contract/queue'
import { type ComponentType, type ReactNode, useState } from 'react'
import { errorText, hasCode, isLinkInvalid, NetworkError } from '../../lib/api-error.ts'
import { formatInstantInSentence, formatPhone, formatWait } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { callHref } from '../../lib/phone-links.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { CalledHeader, positionClass, SoundHint, useCallAlert } from './called-entry.tsx'
import { storedDoorEntry, useEntry, useEntryAction, useQueueEvents } from './queries.ts'
import { describeComing, describeEnding, entryPageTitle, getClockOffset, isOpenEntry } from './rules.ts'

type EntryViewProps = {
  token: string
  /** A prompt for pushes, for an entry that still waits. */
  invitation: ReactNode
} & SoonerProps

type SoonerProps = {
  /** The link to a time that comes before the end of the wait. */
  soonerTime: ComponentType<{ barbershopId: string; wait: OwnQueueEntry['wait'] }>
}

/** The page of one entry, for who has its link. Opening it changes nothing. */
export function EntryView({ token, invitation, soonerTime }: EntryViewProps) {
  const query = useEntry(token)
  const { data, error, refetch, dataUpdatedAt } = query
  const [openedAt] = useState(Date.now)
  const entry = data?.entry
  useQueueEvents(entry && isOpenEntry(entry) ? entry.barbershop.id : undefined, 1_000)
  usePageTitle(entry && entryPageTitle(entry))
  if (entry && !isLinkInvalid(error))
    return (
      <div className="grid gap-4">
        <StaleNotice of={query} />
        {isOpenEntry(entry) ? (
          <OpenEntry
            entry={entry}
            clockOffset={getClockOffset({ data: entry, dataUpdatedAt })}
            isStored={dataUpdatedAt < openedAt}
            soonerTime={soonerTime}
          />
        ) : (
          <EndedEntry entry={entry} />
        )}
        {entry.status === 'WAITING' && invitation}
      </div>
    )
  if (!error) return <LoadingMessage>Abrindo seu lugar na fila...</LoadingMessage>
  const action =
    error instanceof NetworkError ? (
      <Button onClick={() => void refetch()}>Tentar novamente</Button>
    ) : (
      <ButtonLink to={paths.home()}>Encontrar barbearias</ButtonLink>
    )
  return <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o link.')} action={action} />
}

type EntryProps = { entry: OwnQueueEntry }

/** What was stored before the page was opened may be over: it does not ring. */
type OpenEntryProps = EntryProps & SoonerProps & { clockOffset: number; isStored: boolean }

function OpenEntry({ entry, clockOffset, isStored, soonerTime: SoonerTime }: OpenEntryProps) {
  const { call } = entry
  const { isRinging, stop } = useCallAlert(isStored ? undefined : call?.calledAt)
  return (
    <section aria-labelledby="lugar" className="overflow-hidden rounded-hero border border-line bg-card">
      {/* Assertive: a call must not wait for the end of another announcement. */}
      <div aria-live={call ? 'assertive' : 'polite'}>
        {call ? <CalledHeader entry={entry} call={call} clockOffset={clockOffset} /> : <WaitingHeader entry={entry} />}
      </div>
      <div className="grid grid-cols-1 gap-5 p-5 md:p-8">
        {isRinging && (
          <Button variant="ink" size="large" onClick={stop}>
            Vi, estou indo
          </Button>
        )}
        {!call && <SoonerTime barbershopId={entry.barbershop.id} wait={entry.wait} />}
        <SoundHint token={entry.token} />
        <EntryButtons entry={entry} />
        <EntryDetails entry={entry} />
      </div>
    </section>
  )
}

function WaitingHeader({ entry }: EntryProps) {
  const { position, barbershop, wait } = entry
  const range = formatWait(wait)
  const coming = describeComing(entry)
  return (
    <header className="border-b border-line p-5 tabular-nums md:p-8">
      <p className="text-mute wrap-anywhere">{barbershop.name}</p>
      <h1 id="lugar" className="mt-2 flex flex-wrap items-end gap-x-3 gap-y-1">
        {position !== null && <span className={`${positionClass} text-4xl`}>{position}º</span>}
        <span className="text-xl">
          {position === 1 ? 'Você é o próximo' : position ? 'da fila' : 'Você está na fila'}
        </span>
      </h1>
      {position !== null && position > 1 && <PositionRuler position={position} />}
      {coming && <p className="mt-4 text-2xl font-semibold">{coming}</p>}
      <p className="mt-1 text-lg">
        {range ? (
          <>
            <span className="text-mute">Espera: </span>
            {range}
          </>
        ) : (
          'Sem previsão agora: fique por perto.'
        )}
      </p>
    </header>
  )
}

const MAX_TICKS = 24

/** The queue as a ruler: a pale tick for each one ahead, a red one for the own position. The heading has it in words. */
function PositionRuler({ position }: { position: number }) {
  const ticks = Array.from({ length: Math.min(position, MAX_TICKS) }, (_, index) => index + 1)
  return (
    <div aria-hidden="true" className="mt-3 flex h-6 items-end gap-2">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={tick === ticks.length ? 'h-6 w-1 rounded-full bg-red' : 'h-3.5 w-0.5 rounded-full bg-edge/50'}
        />
      ))}
    </div>
  )
}

function EntryDetails({ entry: { name, barber, service, barbershop, joinedAt, timeZone, call } }: EntryProps) {
  const rows = [
    ['Nome', name],
    ...(call ? [] : [['Barbeiro', barber?.name ?? 'Quem estiver livre primeiro']]),
    ['Serviço', service?.name ?? 'Combine na hora'],
    ['Onde', [barbershop.name, barbershop.address].filter(Boolean).join(', ')],
    ['Entrou às', formatInstantInSentence(joinedAt, timeZone)],
  ] as const
  return (
    <dl className="grid gap-2">
      {rows.map(([term, text]) => (
        <div key={term} className="flex flex-wrap gap-x-4">
          <dt className="basis-[6rem] text-mute">{term}</dt>
          <dd className="min-w-0 flex-1 basis-[9rem] font-semibold wrap-anywhere tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function EntryButtons({ entry: { token, position, version } }: EntryProps) {
  const [open, setOpen] = useState<EntryInput['action']>()
  const change = useEntryAction(token)
  const dialog = {
    onClose: () => setOpen(undefined),
    isBusy: change.isPending,
    send: (input: EntryInput) => change.mutate({ ...input, version }, { onSettled: () => setOpen(undefined) }),
  }
  // It has arrived after all: only its response was lost.
  const isDone = !hasCode(change.error, 'QUEUE_ENTRY_CHANGED') && change.variables?.version !== version
  const failure = isDone ? undefined : change.error
  return (
    <div className="grid gap-4">
      <FormAlert>{failure && errorText(failure, 'Não foi possível enviar. Tente novamente.')}</FormAlert>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant="outline" onClick={() => setOpen('fall-back')}>
          Vou me atrasar
        </Button>
        <Button variant="outline" onClick={() => setOpen('leave')}>
          Sair da fila
        </Button>
      </div>
      <LateDialog {...dialog} position={position} isOpen={open === 'fall-back'} />
      <LeaveDialog {...dialog} isOpen={open === 'leave'} />
    </div>
  )
}

type EntryInput = { action: 'leave' } | { action: 'fall-back'; positions: number }
type ActionDialogProps = { isOpen: boolean; onClose: () => void; isBusy: boolean; send: (input: EntryInput) => void }

const positionsBack = Array.from({ length: MAX_POSITIONS_BACK }, (_, index) => ({ value: index + 1, label: index + 1 }))

function LateDialog({ position, isOpen, onClose, isBusy, send }: ActionDialogProps & Pick<OwnQueueEntry, 'position'>) {
  const [positions, setPositions] = useState<number | undefined>(1)
  const footer = (
    <Button
      variant="ink"
      disabled={!positions}
      isBusy={isBusy}
      onClick={() => positions && send({ action: 'fall-back', positions })}
    >
      Deixar passar
    </Button>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Vou me atrasar" footer={footer}>
      <p className="mb-4">
        Outras pessoas passam à sua frente e você continua na fila.{position ? ` Agora você é o ${position}º.` : ''}
      </p>
      <ChoiceGroup
        legend="Quantas pessoas podem passar?"
        options={positionsBack}
        value={positions}
        onChange={setPositions}
      />
    </Dialog>
  )
}

function LeaveDialog({ isOpen, onClose, isBusy, send }: ActionDialogProps) {
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Ficar na fila
      </Button>
      <Button isBusy={isBusy} onClick={() => send({ action: 'leave' })}>
        Sair da fila
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Sair da fila?" footer={footer}>
      Seu lugar fica para a próxima pessoa. Para voltar, você entra no fim da fila.
    </Dialog>
  )
}

function EndedEntry({ entry }: EntryProps) {
  const ending = describeEnding(entry)
  const { barbershop, token } = entry
  const door = storedDoorEntry.read()
  const joinPath = door?.token === token ? paths.queueOfCode(door.key) : paths.joinQueue(barbershop.id)
  return (
    <Notice
      as="h1"
      icon={entry.status === 'SERVED' ? 'scissors' : 'clock'}
      title={ending?.title ?? 'Este lugar na fila terminou'}
      action={
        <>
          {ending?.canJoin && <ButtonLink to={joinPath}>Entrar de novo</ButtonLink>}
          <ButtonLink to={paths.barbershop(barbershop.id)} variant={ending?.canJoin ? 'outline' : 'primary'}>
            {entry.status === 'SERVED' ? 'Ver a barbearia' : 'Marcar um horário'}
          </ButtonLink>
          {entry.status === 'REMOVED' && barbershop.phone && (
            <a href={callHref(barbershop.phone)} className={buttonClass({ variant: 'outline' })}>
              <Icon name="phone" className="size-4.5" />
              {formatPhone(barbershop.phone)}
            </a>
          )}
        </>
      }
    >
      {ending?.text}
    </Notice>
  )
}
