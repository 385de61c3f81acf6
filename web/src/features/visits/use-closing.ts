import type { Appointment } from '@na-regua/contract/appointments'
import {
  type Checkout,
  type Visit,
  type VisitPaymentMethod,
  visitPaymentMethods,
  visitsApi,
} from '@na-regua/contract/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatInstantInSentence, formatMoney } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { QUEUED_TEXT, sendOrQueue, toTarget } from '../../lib/use-commands.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { showToast } from '../../ui/toast.tsx'
import {
  type ClosingDraft,
  type LineDraft,
  linesOfAppointment,
  linesOfVisit,
  newLine,
  newPayment,
  toLineInputs,
  toPaymentInputs,
  totalOf,
} from './rules.ts'

/** What is closed: an appointment, a visit that is open, or a sale. */
export type ClosingTarget = {
  barbershopId: string
  appointment?: Appointment | undefined
  visit?: Visit | undefined
  profileId?: string | undefined
}

/** Most barbershops are paid the same way all day. */
const lastMethod = createStoredValue<VisitPaymentMethod>({
  key: 'lastPaymentMethod',
  parse: (text) => visitPaymentMethods.find((method) => method === text),
  format: String,
})

type ClosingOptions = { target: ClosingTarget; checkout: Checkout | undefined; onDone: () => void }

const nameOf = ({ appointment, visit }: ClosingTarget) =>
  appointment?.guestName ?? appointment?.customer.name ?? visit?.customerName ?? 'Venda no balcão'

/** The draft of a closing, and what closes it, or keeps it open for later. */
export function useClosing({ target, checkout, onDone }: ClosingOptions) {
  const { appointment, barbershopId } = target
  const visit = target.visit ?? checkout?.visit ?? undefined
  const [visitId] = useState(() => visit?.id ?? createUuid())
  const [draft, setDraft] = useState<ClosingDraft>(() => ({
    lines: visit ? linesOfVisit(visit) : appointment ? linesOfAppointment(appointment) : firstLines(target, checkout),
    payments: [newPayment(lastMethod.read() ?? checkout?.lastMethod ?? 'pix')],
  }))
  const [barberId, setBarberId] = useState(
    appointment?.barber.id ?? (visit ? visit.barber?.id : (checkout?.ownBarberId ?? undefined)),
  )
  const client = useQueryClient()
  const profileId = checkout?.customer?.profileId ?? target.profileId
  const shared = {
    barbershopId,
    ...(!appointment && barberId && { barberId }),
    ...(profileId && { profileId }),
  }
  const appointmentId = appointment?.id ?? visit?.appointmentId ?? undefined
  const seen = {
    ...(appointmentId && { appointmentId }),
    ...(visit && { version: visit.version }),
  }
  const total = totalOf(draft.lines)

  const closing = useMutation({
    mutationFn() {
      const input = {
        ...shared,
        ...(visit && { version: visit.version }),
        lines: toLineInputs(draft.lines),
        payments: toPaymentInputs(draft),
      }
      const send = () => api(visitsApi.close, { params: { id: visitId }, body: { ...input, ...seen } })
      if (!appointment) return send().then(() => ({ commandId: undefined }))
      return sendOrQueue({ build: () => toCloseCommand({ appointment, visitId, input, total }), send })
    },
    onSuccess({ commandId }) {
      const [payment] = draft.payments
      if (payment && total > 0 && payment.method !== 'account') lastMethod.write(payment.method)
      const title = `${nameOf(target)}: ${total > 0 ? formatMoney(total) : 'sem cobrar'}`
      showToast(
        commandId
          ? { tone: 'info', title, text: `Guardado. ${QUEUED_TEXT}` }
          : { tone: 'success', title, text: 'Comanda fechada.' },
      )
      onDone()
    },
    onSettled: () => refresh(client),
  })

  const keeping = useMutation({
    mutationFn: () =>
      api(visitsApi.save, { params: { id: visitId }, body: { ...shared, ...seen, lines: toLineInputs(draft.lines) } }),
    onSuccess() {
      showToast({
        tone: 'success',
        title: `${nameOf(target)}: comanda aberta`,
        text: 'Feche quando o cliente for pagar.',
      })
      onDone()
    },
    onSettled: () => refresh(client),
  })

  /** A change makes the refusal of the last attempt stale. */
  function change(next: Partial<ClosingDraft>) {
    closing.reset()
    keeping.reset()
    setDraft((before) => ({ ...before, ...next }))
  }

  /** The barber of what was sold, unless the user has said another one for a line. */
  function serve(id: string) {
    const next = id || undefined
    const isTheirs = (line: LineDraft) => line.kind !== 'debt' && line.barberId === barberId
    change({ lines: draft.lines.map((line) => (isTheirs(line) ? { ...line, barberId: next } : line)) })
    setBarberId(next)
  }

  return { draft, change, total, closing, keeping, barberId, serve }
}

const refresh = (client: ReturnType<typeof useQueryClient>) =>
  Promise.all(
    ['appointments', 'queue', 'visits', 'cash'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
  )

/** Who comes to pay what they owe. */
function firstLines({ profileId }: ClosingTarget, checkout: Checkout | undefined) {
  const owed = profileId ? (checkout?.customer?.owedCents ?? 0) : 0
  return owed > 0 ? [newLine({ kind: 'debt', name: 'Fiado anterior', unitCents: owed })] : []
}

type CloseCommand = {
  appointment: Appointment
  visitId: string
  input: { barbershopId: string; lines: ReturnType<typeof toLineInputs>; payments: ReturnType<typeof toPaymentInputs> }
  total: number
}

/** The closing as a command, with what is shown of it. */
function toCloseCommand({ appointment, visitId, input, total }: CloseCommand) {
  const { startTime, timeZone } = appointment
  return {
    draft: { type: 'closeVisit' as const, target: toTarget(appointment), visitId, input },
    preview: {
      name: `${nameOf({ barbershopId: input.barbershopId, appointment })}, ${formatInstantInSentence(startTime, timeZone)}`,
      act: `Fechar comanda: ${formatMoney(total)}`,
      appointment: { ...appointment, status: 'COMPLETED' as const },
    },
  }
}
