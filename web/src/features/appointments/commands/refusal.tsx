import type { Appointment } from '@na-regua/contract/appointments'
import { customersApi } from '@na-regua/contract/customers'
import type { CommandDraft } from '@na-regua/offline'
import { type FocusEvent, useEffect, useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatPhone, formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { dismissCommand, queueTogether, replaceCommand, type StaffCommand } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { listStaffActions, type StaffAction, staffActionLabels } from '../agenda/rules.ts'
import { isOtherDay, toAlternative, toServedCommand, toStatusCommand } from './rules.ts'

async function doInstead(...given: Parameters<typeof replaceCommand>) {
  if (await replaceCommand(...given)) return
  showToast({ tone: 'error', title: 'Não deu para guardar neste aparelho', text: 'Tente de novo.' })
}

/** Runs when the element is gone with the focus in it. */
function useFocusAfter(onGone: () => void) {
  const hasFocus = useRef(false)
  useEffect(
    () => () => {
      if (hasFocus.current) queueMicrotask(onGone)
    },
    [onGone],
  )
  return {
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      hasFocus.current = relatedTarget === null
    },
  }
}

/** What the server refused: what became of it, and the choices left. It stays until one of them is made. */
export function CommandRefusal({ command, onDone }: { command: StaffCommand; onDone: () => void }) {
  const focus = useFocusAfter(onDone)
  const { preview, result } = command
  const now = useNow()
  const alternatives = listAlternatives(command, now)
  const [first] = alternatives
  return (
    <section
      aria-label={`${preview.act}: ${preview.name}`}
      tabIndex={-1}
      {...focus}
      className="grid grid-cols-1 gap-3 rounded-card border-2 border-red bg-red-soft p-4"
    >
      <div className="flex items-start gap-3">
        <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-red" />
        <div className="min-w-0 wrap-anywhere">
          <p className="text-lg font-semibold">
            {first ? `Horário ocupado: ${first.question}?` : result?.error?.message}
          </p>
          <p className="text-sm">
            Não valeu: {preview.act} · {preview.name}
          </p>
          <LostText command={command} />
        </div>
      </div>
      <Choices command={command} alternatives={alternatives} now={now} />
    </section>
  )
}

type ChoicesProps = { command: StaffCommand; alternatives: ReturnType<typeof listAlternatives>; now: Date }

function Choices({ command, alternatives: [first, ...others], now }: ChoicesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => void dismissCommand(command.id)}>
        {first ? 'Desistir' : 'Entendi'}
      </Button>
      {others.map(({ label, choose }) => (
        <Button key={label} variant="outline" onClick={choose}>
          {label}
        </Button>
      ))}
      {first && (
        <Button variant="ink" onClick={first.choose}>
          {first.label}
        </Button>
      )}
      <Insistence command={command} now={now} />
    </div>
  )
}

/** What was written would be lost otherwise. */
function LostText({ command: { command, preview } }: { command: StaffCommand }) {
  if (preview.details)
    return (
      <p className="mt-2 rounded-control bg-card p-3 text-sm whitespace-pre-wrap tabular-nums">
        {preview.details.join('\n')}
      </p>
    )
  if (command.type === 'staffNote')
    return <p className="mt-2 rounded-control bg-card p-3 text-sm whitespace-pre-wrap">{command.input.staffNote}</p>
  if (command.type !== 'note') return null
  const { notes, allergies, tags, name, phone, email, birthday, refusesMarketing, hasPhotoConsent, photos } =
    command.input
  const consent = hasPhotoConsent ? `autorizadas, ${photos?.length ?? 0} na ficha` : 'não autorizadas'
  const fields = [
    ['Nome', name],
    ['Telefone', phone && formatPhone(phone)],
    ['E-mail', email],
    ['Aniversário', birthday?.split('-').reverse().join('/')],
    ['Mensagens além dos horários', refusesMarketing !== undefined && (refusesMarketing ? 'não quer' : 'pode receber')],
    ['Notas', notes],
    ['Alergias e cuidados', allergies],
    ['Marcadores', tags?.join(', ')],
    ['Fotos', hasPhotoConsent !== undefined && consent],
  ] as const
  return (
    <dl className="mt-2 grid gap-2 rounded-control bg-card p-3 text-sm">
      {fields.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt className="text-mute">{label}</dt>
              <dd className="whitespace-pre-wrap">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const questions = { walkIn: 'encaixar', book: 'marcar', move: 'mudar para' } as const
const MAX_ALTERNATIVES = 3

/** The times that are left, the next one first. */
function listAlternatives(command: StaffCommand, now: Date) {
  const { preview, result } = command
  const planned = preview.appointment
  const verb = questions[command.command.type as keyof typeof questions]
  if (!planned || !verb) return []
  return (result?.alternatives ?? []).slice(0, MAX_ALTERNATIVES).flatMap((one) => {
    const instead = toAlternative(command, one)
    if (!instead) return []
    const day = isOtherDay(one, now, planned.timeZone) ? `${formatShortDate(one.date)}, ` : ''
    const barber = one.barberId === planned.barber.id ? '' : ` com ${one.barberName}`
    const at = `${day}${verb === 'mudar para' ? '' : 'às '}${formatTimeInSentence(one.time)}${barber}`
    const choose = () => void doInstead(command.id, instead.draft, instead.preview)
    return [{ question: `${verb} ${at}`, label: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${at}`, choose }]
  })
}

/** The same again, where it is still allowed now that the device knows what became of it. */
function Insistence({ command: refused, now }: { command: StaffCommand; now: Date }) {
  const { command, preview, result, id } = refused
  const repeat = (draft: CommandDraft) => void doInstead(id, draft, preview)
  const { id: _, issuedAt: _at, after: _after, ...draft } = command as StaffCommand['command'] & { after?: string }
  if (draft.type === 'break' && result?.error?.code === 'SCHEDULE_CONFLICT') {
    const added = { ...draft, input: { ...draft.input, keepConflicts: true } } as CommandDraft
    return <InsistButton label="Marcar e manter os agendamentos" onPress={() => repeat(added)} />
  }
  if (draft.type === 'note' && result?.error?.code === 'EDIT_CONFLICT') {
    const save = () => void saveOverNewer(refused)
    return <InsistButton label="Salvar a minha mesmo assim" onPress={save} />
  }
  if (draft.type === 'closeVisit') return <ClosingInsistence refused={refused} now={now} />
  const current = result?.appointment
  if (current?.status === 'CANCELLED' && isServiceOf(draft)) {
    const served = toServedCommand(current)
    return <InsistButton label="Foi atendido" onPress={() => void doInstead(id, served.draft, served.preview)} />
  }
  const possible = current ? listStaffActions(current, now) : []
  const action = actions[draft.type]?.find((one) => possible.includes(one))
  if (!current || !action) return null
  const again = toStatusCommand(current, { action: action === 'decline' ? 'cancel' : action })
  const press = () => void doInstead(id, again.draft, again.preview)
  return <InsistButton label={`${staffActionLabels[action]} mesmo assim`} onPress={press} />
}

/**
 * The money was taken, whatever became of the appointment meanwhile: it is closed as it was typed. A comanda that another device has closed
 * is corrected where it is listed.
 */
function ClosingInsistence({ refused: { id, command, preview, result }, now }: { refused: StaffCommand; now: Date }) {
  const current = result?.appointment
  if (result?.error?.code === 'VISIT_CLOSED')
    return (
      <ButtonLink to={paths.visits()} variant="ink">
        Ver as comandas
      </ButtonLink>
    )
  if (command.type !== 'closeVisit' || !current) return null
  const { visitId, input } = command
  const correction = toCorrection(current, now)
  async function closeAsTyped(appointment: Appointment) {
    if (correction) await queueTogether([correction])
    const target = { appointmentId: appointment.id, version: appointment.version }
    await doInstead(id, { type: 'closeVisit', target, visitId, input }, preview)
  }
  const isPossible =
    correction !== undefined || current.status === 'COMPLETED' || listStaffActions(current, now).includes('complete')
  return isPossible ? <InsistButton label="Fechar mesmo assim" onPress={() => void closeAsTyped(current)} /> : null
}

/** Who paid was there, although the appointment was cancelled or marked as missed meanwhile. */
function toCorrection(appointment: Appointment, now: Date) {
  if (appointment.status === 'CANCELLED') return toServedCommand(appointment)
  const isCorrectable = listStaffActions(appointment, now).includes('correct-completed')
  return isCorrectable ? toStatusCommand(appointment, { action: 'correct-completed' }) : undefined
}

/** A customer who was served was there, although the appointment was cancelled meanwhile. */
const isServiceOf = (draft: CommandDraft) => draft.type === 'complete' || (draft.type === 'serve' && draft.isServing)

const actions: Partial<Record<StaffCommand['command']['type'], readonly StaffAction[]>> = {
  confirm: ['confirm'],
  cancel: ['decline', 'cancel'],
  complete: ['complete'],
  noShow: ['no-show'],
}

const InsistButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button variant="ink" onClick={onPress}>
    {label}
  </Button>
)

async function saveOverNewer({ id, command, preview }: StaffCommand) {
  if (command.type !== 'note') return
  try {
    const { customer } = await api(customersApi.get, { params: { id: command.customerId } })
    const input = { ...command.input, version: customer.version }
    await doInstead(id, { type: 'note', customerId: command.customerId, input }, preview)
  } catch (error) {
    showToast({ tone: 'error', title: 'A ficha não abriu', text: errorText(error, 'Tente de novo.') })
  }
}
