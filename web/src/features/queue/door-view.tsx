import { findPhoneProblem, parsePhoneNumber } from '@na-regua/contract/phones'
import { MAX_QUEUE_NAME, type QueueClosure, type QueueState } from '@na-regua/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, hasCode, NetworkError } from '../../lib/api-error.ts'
import { formatWait } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../lib/session.ts'
import { useStoredValue } from '../../lib/use-stored-value.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { doorQuery, type QueueChoice, storedDoorEntry, storedQueueName, useEntry, useJoinAtDoor } from './queries.ts'
import { closures, describeLength, describeQueue, isOpenEntry } from './rules.ts'

type DoorViewProps = {
  /** Undefined until the page knows its hash. */
  doorKey: string | undefined
  /** The link to a time that comes before the end of the wait. */
  soonerTime: ComponentType<{ barbershopId: string; wait: QueueState['wait'] }>
}

/** Behind the QR code at the door: a name and one tap. */
export function DoorView({ doorKey, soonerTime: SoonerTime }: DoorViewProps) {
  const { data, error } = useQuery({ ...doorQuery(doorKey ?? ''), enabled: doorKey !== undefined })
  const [own, setOwn] = useStoredValue(storedDoorEntry)
  if (hasCode(error, 'LINK_INVALID')) return <InvalidDoor />
  const closure = data?.queue.closure
  const token = own?.key === doorKey ? own?.token : undefined
  return (
    <section aria-labelledby="fila" className="rounded-hero border border-line bg-card p-5 md:p-8">
      <DoorHeader
        title={token ? 'Seu lugar na fila' : closure ? closures[closure].title : 'Entrar na fila'}
        name={data?.barbershopName}
        queue={data?.queue}
      />
      {token ? (
        <OwnPlace token={token} onJoinAgain={() => setOwn(undefined)} />
      ) : closure ? (
        <ClosedDoor closure={closure} barbershopId={data.queue.barbershopId} />
      ) : (
        <>
          <DoorForm doorKey={doorKey} queue={data?.queue} isOffline={error instanceof NetworkError} />
          <div className="mt-4 empty:hidden">
            {data && <SoonerTime barbershopId={data.queue.barbershopId} wait={data.queue.wait} />}
          </div>
        </>
      )}
    </section>
  )
}

export function InvalidDoor() {
  return (
    <Notice
      as="h1"
      tone="error"
      title="Este código não vale mais."
      action={<ButtonLink to={paths.home()}>Encontrar barbearias</ButtonLink>}
    >
      Leia de novo o QR code da porta, ou peça à equipe para pôr você na fila.
    </Notice>
  )
}

type DoorHeaderProps = { title: string; name: string | undefined; queue: QueueState | undefined }

/** Its lines are as high while loading as afterwards, so that nothing moves under the finger: a long name is cut here, not on the page that follows. */
function DoorHeader({ title, name, queue }: DoorHeaderProps) {
  return (
    <header>
      <p className="truncate font-semibold text-mute">{name ?? 'Fila'}</p>
      <h1 id="fila" className="mt-1 text-2xl">
        {title}
      </h1>
      {!queue?.closure && (
        <div role="status" className="mt-2 tabular-nums">
          <strong className="block text-xl font-semibold text-green">{queue ? describeQueue(queue) : '\u00a0'}</strong>
          <span className="text-mute">{queue ? describeLength(queue.length) : '\u00a0'}</span>
        </div>
      )}
    </header>
  )
}

function ClosedDoor({ closure, barbershopId }: { closure: QueueClosure; barbershopId: string }) {
  return (
    <div className="mt-2 grid gap-4">
      <p className="text-mute">{closures[closure].text}</p>
      <ButtonLink to={paths.barbershop(barbershopId)} size="large">
        Ver horários
      </ButtonLink>
    </div>
  )
}

/** This device has joined here before. An entry that is over makes way for the next one. */
function OwnPlace({ token, onJoinAgain }: { token: string; onJoinAgain: () => void }) {
  const { data, error } = useEntry(token)
  const isOver = data ? !isOpenEntry(data.entry) : error !== null && !(error instanceof NetworkError)
  const position = data?.entry.position
  return (
    <div className="mt-5 grid gap-3">
      <p className="text-lg">
        {isOver
          ? 'Seu último lugar nesta fila terminou.'
          : `${data?.entry.name ?? 'Você'} já está na fila${position ? `: ${position}º` : ''}.`}
      </p>
      {!isOver && (
        <ButtonLink to={paths.queueEntry(token)} size="large">
          Ver meu lugar
        </ButtonLink>
      )}
      <Button variant={isOver ? 'primary' : 'outline'} size="large" onClick={onJoinAgain}>
        {isOver ? 'Entrar de novo' : 'Pôr outra pessoa na fila'}
      </Button>
    </div>
  )
}

/** Joins with what the form says, then shows the entry. */
function useDoorForm(doorKey: string | undefined, barbershopId: string | undefined) {
  const navigate = useNavigate()
  const user = useUser()
  const fields = useFormErrors<'name' | 'phone'>()
  const [storedName, storeName] = useStoredValue(storedQueueName)
  const [choice, setChoice] = useState<QueueChoice>({})
  const join = useJoinAtDoor(doorKey ?? '', (token) => void navigate(paths.queueEntry(token), { replace: true }))

  function handleSubmit(data: FormData) {
    const name = String(data.get('name')).trim()
    const typedPhone = String(data.get('phone') ?? '')
    const { phone } = parsePhoneNumber(typedPhone)
    const isValid = fields.reportErrors({
      name: name ? undefined : 'Como a barbearia chama você?',
      phone: findPhoneProblem(typedPhone, { isOptional: true }),
    })
    if (!isValid || !doorKey) return
    storeName(name)
    const isOwn = barbershopId !== undefined && name === user?.name
    join.mutate({ name, ...(phone && { phone }), ...choice, ...(isOwn && { barbershopId }) })
  }

  return { fields, usualName: user?.name ?? storedName ?? '', choice, setChoice, join, handleSubmit }
}

type DoorFormProps = { doorKey: string | undefined; queue: QueueState | undefined; isOffline: boolean }

/** Rendered and usable before the queue is known: joining needs the key only. */
function DoorForm({ doorKey, queue, isOffline }: DoorFormProps) {
  const [typed, setTyped] = useState<string>()
  const { fields, usualName, choice, setChoice, join, handleSubmit } = useDoorForm(doorKey, queue?.barbershopId)
  return (
    <Form
      fields={fields}
      isBusy={join.isPending}
      onSubmit={handleSubmit}
      failure={join.error && errorText(join.error, 'Não foi possível entrar na fila. Tente novamente.')}
      submit="Entrar na fila"
      submitSize="large"
      footer={<JoiningStatus isRetrying={join.isPending && join.failureCount > 0} isOffline={isOffline} />}
      className="mt-5 grid gap-4"
    >
      <TextField
        label="Seu nome"
        name="name"
        autoComplete="given-name"
        enterKeyHint="go"
        maxLength={MAX_QUEUE_NAME}
        value={typed ?? usualName}
        onChange={({ target }) => setTyped(target.value)}
        error={fields.errors.name}
      />
      <OptionalFields queue={queue} choice={choice} phoneError={fields.errors.phone} onChange={setChoice} />
    </Form>
  )
}

type OptionalFieldsProps = {
  queue: QueueState | undefined
  choice: QueueChoice
  onChange: (choice: QueueChoice) => void
  phoneError: string | undefined
}

function OptionalFields({ queue, choice, onChange, phoneError }: OptionalFieldsProps) {
  return (
    <details className="group" open={phoneError ? true : undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-navy">
        Barbeiro, serviço e telefone
        <Icon name="chevron-down" className="size-4.5 transition-transform group-open:rotate-180" />
        <span className="sr-only">: opcional</span>
      </summary>
      <div className="grid gap-4 pt-1">
        {queue && <QueueChoiceFields queue={queue} choice={choice} onChange={onChange} />}
        <TextField
          label="Telefone (opcional)"
          name="phone"
          type="tel"
          autoComplete="tel"
          hint="Só para a barbearia avisar você."
          error={phoneError}
        />
      </div>
    </details>
  )
}

function JoiningStatus({ isRetrying, isOffline }: { isRetrying: boolean; isOffline: boolean }) {
  return (
    <p role="status" className="text-sm text-mute">
      {isRetrying
        ? 'A rede não respondeu. Tentando de novo sozinho: não precisa tocar outra vez.'
        : isOffline
          ? 'Sem rede agora. Pode tocar: o pedido segue assim que ela voltar.'
          : 'Na tela da barbearia aparece só o seu primeiro nome.'}
    </p>
  )
}

type QueueChoiceFieldsProps = { queue: QueueState; choice: QueueChoice; onChange: (choice: QueueChoice) => void }

/** Barber and service. Neither needs to be chosen. */
export function QueueChoiceFields({ queue, choice, onChange }: QueueChoiceFieldsProps) {
  const id = useId()
  const withWait = (name: string, wait: QueueState['wait']) => [name, formatWait(wait)].filter(Boolean).join(' · ')
  const barbers = queue.barbers.map(({ id: value, name, wait }) => ({ value, label: withWait(name, wait) }))
  const services = queue.services.map(({ id: value, name }) => ({ value, label: name }))
  return (
    <>
      <label htmlFor={`${id}-barber`} className="grid gap-1.5 font-semibold">
        Barbeiro
        <Select
          id={`${id}-barber`}
          options={[{ value: '', label: 'Quem estiver livre primeiro' }, ...barbers]}
          value={choice.barberId ?? ''}
          onChange={(barberId) => onChange({ ...choice, barberId: barberId || undefined })}
        />
      </label>
      <label htmlFor={`${id}-service`} className="grid gap-1.5 font-semibold">
        Serviço
        <Select
          id={`${id}-service`}
          options={[{ value: '', label: 'O de costume, ou combino lá' }, ...services]}
          value={choice.serviceId ?? ''}
          onChange={(serviceId) => onChange({ ...choice, serviceId: serviceId || undefined })}
        />
      </label>
    </>
  )
}
