import type { Customer } from '@na-regua/contract/customers'
import { MAX_QUEUE_NAME } from '@na-regua/contract/queue'
import type { QueueEntry } from '@na-regua/contract/queue-board'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { formatPhone, formatWait } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type QueueChoice, queueQuery } from '../queries.ts'
import { createEntryId } from '../rules.ts'
import { TimeLeft } from './barber-now.tsx'
import { chooseBarber, describePassedOver, formatWaited } from './rules.ts'
import type { NewQueueEntry, StaffQueue } from './use-queue-taps.ts'

type EntryListProps = {
  queue: StaffQueue
  /** Whose screen it is: that barber calls. Otherwise one is chosen. */
  barberId?: string
}

/** Who waits, in order. A row opens its taps. */
export function EntryList({ queue, barberId }: EntryListProps) {
  const { entries } = queue.board
  const [openId, setOpenId] = useState<string>()
  if (entries.length === 0)
    return (
      <p className="rounded-card border border-dashed border-line p-4 text-center text-sm text-mute">
        Ninguém na fila. Quem chegar sem hora entra com “+ Fila”.
      </p>
    )
  return (
    <ol aria-label="Quem espera" className="grid grid-cols-1 divide-y divide-line">
      {entries.map((entry, index) => (
        <li key={entry.id}>
          <EntryRow
            {...{ queue, entry, barberId }}
            place={index + 1}
            isOpen={openId === entry.id}
            onToggle={() => setOpenId(openId === entry.id ? undefined : entry.id)}
          />
        </li>
      ))}
    </ol>
  )
}

type EntryRowProps = EntryListProps & { entry: QueueEntry; place: number; isOpen: boolean; onToggle: () => void }

function EntryRow({ queue, entry, place, isOpen, onToggle, barberId }: EntryRowProps) {
  const { board, now, timeZone, problem } = queue
  const reason = describePassedOver(board, entry, { now, timeZone })
  const isPending = queue.isStored(entry.id)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center gap-3 py-1.5 text-left hover:bg-sunken"
      >
        <span className="w-6 shrink-0 text-right font-display text-lg font-extrabold tabular-nums">{place}</span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-semibold">{entry.name}</span>
            {isPending && <Badge className="border border-dashed border-edge">Aguardando rede</Badge>}
          </span>
          <span className="block truncate text-sm text-mute">{describeChoice(queue, entry)}</span>
          {reason && <span className="block text-sm text-brass">{reason}</span>}
        </span>
        <EntryTime {...{ entry, now }} />
      </button>
      {isOpen && <EntryTaps {...{ queue, entry, barberId }} />}
      {problem?.at === entry.id && (
        <p role="alert" className="pb-2 text-sm font-medium text-red">
          {problem.text}
        </p>
      )}
    </>
  )
}

/** 'Corte · com Rui', 'com quem for primeiro'. */
function describeChoice({ board }: StaffQueue, { service, barberId }: QueueEntry) {
  const barber = board.barbers.find((one) => one.barberId === barberId)
  const wanted = barber ? `com ${barber.name}` : 'com quem for primeiro'
  return service ? `${service.name} · ${wanted}` : wanted
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

function EntryTaps({ queue, entry, barberId: ownId }: Pick<EntryRowProps, 'queue' | 'entry' | 'barberId'>) {
  const { board } = queue
  const [chosenId, setChosenId] = useState<string>()
  const atWork = board.barbers.filter(({ isAtWork }) => isAtWork)
  const barberId = ownId ?? chosenId ?? chooseBarber(board, entry)
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
      <div className="flex flex-row-reverse flex-wrap gap-2 [&>*]:min-w-0 [&>*]:flex-1 [&>*]:px-3!">
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

function listEntryTaps({ board, taps }: StaffQueue, entry: QueueEntry, barberId: string | undefined) {
  const isCalled = entry.status === 'CALLED'
  const call = isCalled ? taps.callAgain : taps.call
  const ofBarber = barberId && [
    { label: isCalled ? 'Chamar de novo' : 'Chamar', onTap: () => void call(entry, barberId, entry.id) },
    { label: 'Começou', onTap: () => void taps.start(entry, barberId) },
  ]
  const index = board.entries.indexOf(entry)
  return [
    ...(ofBarber || []),
    { label: isCalled ? 'Não apareceu' : 'Passar para trás', onTap: () => void taps.fallBack(entry) },
    { label: 'Tirar da fila', onTap: () => void taps.remove(entry, index) },
  ]
}

function PhoneLink({ name, phone }: { name: string; phone: string }) {
  const number = phone.replace(/\D/g, '').replace(/^(?=\d{10,11}$)/, '55')
  return (
    <a
      href={`tel:+${number}`}
      className={buttonClass({ variant: 'outline' })}
      aria-label={`Ligar para ${name}, ${formatPhone(phone)}`}
    >
      <Icon name="phone" className="size-4.5" />
      Ligar
    </a>
  )
}

type Who = { known: Customer | undefined; phone: string; name: string }

/** The fields of a customer whom the barbershop may know. */
export type CustomerFields = ComponentType<{
  barbershopId: string
  timeZone: string
  value: Who
  onChange: (value: Who) => void
  isNameFirst: boolean
}>

const noCustomer: Who = { known: undefined, phone: '', name: '' }

type AddDialogProps = { queue: StaffQueue; customerFields: CustomerFields; onClose: () => void }

/** A customer without an appointment: everything is optional, so two taps are enough. */
export function AddDialog({ queue, customerFields: Fields, onClose }: AddDialogProps) {
  const { barbershopId, timeZone, taps, problem } = queue
  const [entryId] = useState(createEntryId)
  const [who, setWho] = useState(noCustomer)
  const [choice, setChoice] = useState<QueueChoice>({})
  const [isBusy, setBusy] = useState(false)

  async function handleSubmit() {
    setBusy(true)
    const input = toInput(entryId, who, choice)
    const isDone = await taps.add(input, who.known?.name ?? input.name ?? 'Cliente')
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Dialog isOpen onClose={onClose} title="Pôr na fila">
      <Form isBusy={isBusy} onSubmit={() => void handleSubmit()} failure={false} className="grid gap-5">
        <Fields {...{ barbershopId, timeZone }} value={who} onChange={setWho} isNameFirst />
        <ChoiceFields {...{ queue, choice }} onChange={setChoice} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-2 border-t border-line bg-card p-4">
          {problem?.at === 'add' && (
            <p role="alert" className="font-medium text-red">
              {problem.text}
            </p>
          )}
          <Button type="submit" size="large" isWide isBusy={isBusy}>
            Pôr na fila
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

type ChoiceFieldsProps = { queue: StaffQueue; choice: QueueChoice; onChange: (choice: QueueChoice) => void }

/** Nothing chosen: the first barber who is free, and the usual service. */
function ChoiceFields({ queue: { barbershopId, board }, choice, onChange }: ChoiceFieldsProps) {
  const services = useQuery(queueQuery(barbershopId)).data?.services ?? []
  const barbers = board.barbers.filter(({ isAtWork }) => isAtWork)
  return (
    <>
      {barbers.length > 1 && (
        <ChoiceGroup
          legend="Com quem"
          options={barbers.map(({ barberId: value, name: label }) => ({ value, label }))}
          value={choice.barberId}
          onChange={(barberId) => onChange({ ...choice, barberId })}
        />
      )}
      {services.length > 1 && (
        <ChoiceGroup
          legend="Serviço"
          options={services.map(({ id, name }) => ({ value: id, label: name }))}
          value={choice.serviceId}
          onChange={(serviceId) => onChange({ ...choice, serviceId })}
        />
      )}
    </>
  )
}

/** Without a barber: the first one who is free. A phone that is not complete is left out. */
function toInput(entryId: string, { known, phone, name }: Who, choice: QueueChoice) {
  const typed = name.trim().slice(0, MAX_QUEUE_NAME)
  const input: NewQueueEntry = { entryId, ...choice }
  if (known) return { ...input, customerId: known.id }
  return { ...input, ...(typed && { name: typed }), ...(phone.length >= 10 && { phone }) }
}
