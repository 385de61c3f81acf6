import type { QueueEntry, QueueToday } from '@na-regua/contract/queue-today'
import { useState } from 'react'
import { formatDuration, formatPhone, formatWait } from '../../../lib/format.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ShorterServices, TimeLeft } from './barber-now.tsx'
import { describePassedOver, slidePositionsOf } from './rules.ts'
import type { StaffQueue } from './use-queue-taps.ts'

type EntryListProps = {
  queue: StaffQueue
  /** Whose screen it is: that barber calls. Otherwise one is chosen. */
  barberId?: string
  /** How many of a long list are shown until it is expanded. */
  limit?: number
}

/** Who waits, in order. A row opens its taps. */
export function EntryList({ queue, barberId, limit }: EntryListProps) {
  const { entries } = queue.today
  const [openId, setOpenId] = useState<string>()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, limit)
  if (entries.length === 0)
    return (
      <p className="rounded-card border border-dashed border-line p-4 text-center text-sm text-mute">
        Ninguém na fila. Quem chegar sem hora entra com “+ Fila”.
      </p>
    )
  return (
    <>
      <ol aria-label="Quem espera" className="grid grid-cols-1 divide-y divide-line">
        {shown.map((entry, index) => (
          <li key={entry.id}>
            <EntryRow
              queue={queue}
              entry={entry}
              barberId={barberId}
              position={index + 1}
              isOpen={openId === entry.id}
              onToggle={() => setOpenId(openId === entry.id ? undefined : entry.id)}
            />
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button variant="ghost" isWide onClick={() => setWhole(true)}>
          Ver mais {entries.length - shown.length}
        </Button>
      )}
    </>
  )
}

type EntryRowProps = EntryListProps & { entry: QueueEntry; position: number; isOpen: boolean; onToggle: () => void }

function EntryRow({ queue, entry, position, isOpen, onToggle, barberId }: EntryRowProps) {
  const { today, now, timeZone, problem } = queue
  const reason = describePassedOver(today, entry, { now, timeZone })
  const isPending = queue.isStored(entry.id)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left hover:bg-sunken"
      >
        <span className="w-6 shrink-0 text-right font-display text-lg font-extrabold tabular-nums">{position}</span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="line-clamp-3 wrap-anywhere font-semibold">{entry.name}</span>
            {isPending && <Badge className="border border-dashed border-edge">Aguardando rede</Badge>}
          </span>
          <span className="line-clamp-4 wrap-anywhere text-sm text-mute">{describeChoice(queue, entry)}</span>
          {reason && <span className="block text-sm text-brass">{reason}</span>}
        </span>
        <EntryTime entry={entry} now={now} />
      </button>
      {isOpen && <EntryTaps queue={queue} entry={entry} barberId={barberId} />}
      {problem?.at === entry.id && (
        <div role="alert" className="grid gap-2 pb-2">
          <p className="text-sm font-medium text-red">{problem.text}</p>
          <ShorterServices queue={queue} entry={entry} />
        </div>
      )}
    </>
  )
}

/** 'Corte · com Rui', 'com quem for primeiro'. */
function describeChoice({ today }: StaffQueue, { service, barberId }: QueueEntry) {
  const barber = today.barbers.find((one) => one.barberId === barberId)
  const wanted = barber ? `com ${barber.name}` : 'com quem for primeiro'
  return service ? `${service.name} · ${wanted}` : wanted
}

/** 'chegou agora', 'há 12 min', 'há 1h05'. */
function formatWaited(joinedAt: string, now: Date) {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(joinedAt)) / 60_000))
  if (minutes === 0) return 'chegou agora'
  return `há ${formatDuration(minutes)}`
}

function EntryTime({ entry, now }: { entry: QueueEntry; now: Date }) {
  if (entry.status === 'CALLED')
    return (
      <Badge tone="brass" className="shrink-0 tabular-nums">
        <TimeLeft entry={entry} />
      </Badge>
    )
  return (
    <span className="shrink-0 text-right text-sm tabular-nums">
      {entry.wait && <span className="block font-semibold">{formatWait(entry.wait)}</span>}
      <span className="block text-mute">{formatWaited(entry.joinedAt, now)}</span>
    </span>
  )
}

/** By whom a tap on an entry calls it: the wanted barber, the one it is suggested to, or one who is free; the first otherwise. */
function chooseBarber({ barbers }: QueueToday, entry: QueueEntry) {
  const atWork = barbers.filter(({ isAtWork }) => isAtWork)
  const chosen =
    atWork.find(({ barberId }) => barberId === (entry.call?.barberId ?? entry.barberId)) ??
    atWork.find(({ suggestedEntryId }) => suggestedEntryId === entry.id) ??
    atWork.find(({ serving }) => !serving)
  return (chosen ?? atWork[0] ?? barbers[0])?.barberId
}

function EntryTaps({ queue, entry, barberId: ownId }: Pick<EntryRowProps, 'queue' | 'entry' | 'barberId'>) {
  const { today } = queue
  const [chosenId, setChosenId] = useState<string>()
  const atWork = today.barbers.filter(({ isAtWork }) => isAtWork)
  const barberId = ownId ?? chosenId ?? chooseBarber(today, entry)
  return (
    <div className="grid grid-cols-1 gap-3 pb-3">
      {!ownId && atWork.length > 1 && (
        <ChoiceGroup
          legend="Quem chama"
          options={atWork.map(({ barberId: value, name }) => ({ value, label: name }))}
          value={barberId}
          onChange={setChosenId}
        />
      )}
      <div className="flex flex-row-reverse flex-wrap gap-2 [&>*]:min-w-0 [&>*]:grow [&>*]:basis-[calc(50%-0.25rem)] [&>*]:px-3!">
        {listEntryTaps(queue, entry, barberId).map(({ label, onTap }, index) => (
          <Button key={label} variant={index === 0 ? 'ink' : 'outline'} onClick={onTap}>
            {label}
          </Button>
        ))}
        {entry.phone && <PhoneLink name={entry.name} phone={entry.phone} />}
      </div>
    </div>
  )
}

function listEntryTaps({ today, taps }: StaffQueue, entry: QueueEntry, barberId: string | undefined) {
  const isCalled = entry.status === 'CALLED'
  const call = isCalled ? taps.callAgain : taps.call
  const ofBarber = barberId && [
    { label: isCalled ? 'Chamar de novo' : 'Chamar', onTap: () => void call(entry, barberId, entry.id) },
    { label: 'Começou', onTap: () => void taps.start({ entry, barberId, at: entry.id }) },
  ]
  const index = today.entries.indexOf(entry)
  return [
    ...(ofBarber || []),
    isCalled
      ? { label: 'Não apareceu', onTap: () => void taps.fallBack(entry, slidePositionsOf(today)) }
      : { label: 'Passar para trás', onTap: () => void taps.fallBack(entry, 1) },
    { label: 'Tirar da fila', onTap: () => void taps.remove(entry, index) },
  ]
}

function PhoneLink({ name, phone }: { name: string; phone: string }) {
  return (
    <a
      href={callHref(phone)}
      className={buttonClass({ variant: 'outline' })}
      aria-label={`Ligar para ${name}, ${formatPhone(phone)}`}
    >
      <Icon name="phone" className="size-4.5" />
      Ligar
    </a>
  )
}
