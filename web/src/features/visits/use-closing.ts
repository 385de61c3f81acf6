import type { Appointment } from '@na-regua/contract/appointments'
import {
  type Checkout,
  type Visit,
  type VisitClosing,
  type VisitPaymentMethod,
  visitPaymentMethods,
  visitsApi,
} from '@na-regua/contract/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useChosenRegister } from '../../lib/chosen-register.ts'
import { formatInstantInSentence, formatMoney } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { QUEUED_TEXT, sendOrQueue, toTarget } from '../../lib/use-commands.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { showToast } from '../../ui/toast.tsx'
import {
  type ClosingDraft,
  describeClosing,
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
  /** Of who buys, where no profile says it. */
  customerName?: string | undefined
}

/** Most barbershops are paid the same way all day. */
export const lastMethod = createStoredValue<VisitPaymentMethod>({
  key: 'lastPaymentMethod',
  parse: (text) => visitPaymentMethods.find((method) => method === text),
  format: String,
})

type ClosingOptions = { target: ClosingTarget; checkout: Checkout | undefined; onDone: () => void }

export const nameOfTarget = ({ appointment, visit, customerName }: ClosingTarget) =>
  appointment?.guestName ?? appointment?.customer.name ?? visit?.customerName ?? customerName ?? 'Venda no balcão'

/** The draft of a closing, and what closes it, or keeps it open for later. */
export function useClosing({ target, checkout, onDone }: ClosingOptions) {
  const { appointment, barbershopId } = target
  const visit = target.visit ?? checkout?.visit ?? undefined
  const [visitId] = useState(() => visit?.id ?? createUuid())
  const [draft, setDraft] = useState<ClosingDraft>(() => ({
    lines: firstLines(target, visit, checkout),
    payments: [newPayment(lastMethod.read() ?? checkout?.lastMethod ?? 'pix')],
  }))
  const [barberId, setBarberId] = useState(
    appointment?.barber.id ?? (visit ? visit.barber?.id : (checkout?.ownBarberId ?? undefined)),
  )
  const client = useQueryClient()
  const profileId = checkout?.customer?.profileId ?? target.profileId
  const customerName = target.customerName ?? visit?.customerName
  const shared = {
    barbershopId,
    ...(!appointment && barberId && { barberId }),
    ...(profileId && { profileId }),
    ...(customerName && !profileId && { customerName }),
  }
  const appointmentId = appointment?.id ?? visit?.appointmentId ?? undefined
  const seen = {
    ...(appointmentId && { appointmentId }),
    ...(visit && { version: visit.version }),
  }
  const total = totalOf(draft.lines)
  const registers = checkout?.registers ?? []
  const register = useChosenRegister(registers)

  const closing = useMutation({
    mutationFn() {
      const input = {
        ...shared,
        ...seen,
        lines: toLineInputs(draft.lines),
        payments: toPaymentInputs(draft, registers.length > 1 ? register?.id : undefined),
      }
      const send = () => api(visitsApi.close, { params: { id: visitId }, body: input })
      return sendOrQueue({ build: () => toCloseCommand({ target, visitId, input, draft }), send })
    },
    onSuccess({ commandId }) {
      const [payment] = draft.payments
      if (payment && total > 0 && payment.method !== 'account') lastMethod.write(payment.method)
      const title = `${nameOfTarget(target)}: ${total > 0 ? formatMoney(total) : 'sem cobrar'}`
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
        title: `${nameOfTarget(target)}: comanda aberta`,
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

export const refresh = (client: ReturnType<typeof useQueryClient>) =>
  Promise.all(
    ['appointments', 'queue', 'visits', 'cash'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
  )

/** What is in the comanda or was booked. Who comes without either may pay what they owe. */
function firstLines(
  { appointment, profileId }: ClosingTarget,
  visit: Visit | undefined,
  checkout: Checkout | undefined,
) {
  if (visit) return linesOfVisit(visit)
  if (appointment) return linesOfAppointment(appointment, checkout?.services)
  const owed = profileId ? (checkout?.customer?.owedCents ?? 0) : 0
  return owed > 0 ? [newLine({ kind: 'debt', name: 'Fiado anterior', unitCents: owed })] : []
}

type CloseCommand = { target: ClosingTarget; visitId: string; input: VisitClosing; draft: ClosingDraft }

/** The closing as a command, with what is shown of it. */
export function toCloseCommand({ target, visitId, input, draft }: CloseCommand) {
  const { appointment } = target
  const name = nameOfTarget(target)
  const at = appointment && formatInstantInSentence(appointment.startTime, appointment.timeZone)
  // The appointment is the target's: a new one has no id yet.
  const { appointmentId: _, ...ofTarget } = input
  return {
    draft: appointment
      ? { type: 'closeVisit' as const, target: toTarget(appointment), visitId, input: ofTarget }
      : { type: 'closeVisit' as const, visitId, input },
    preview: {
      name: at ? `${name}, ${at}` : name,
      act: `Fechar comanda: ${formatMoney(totalOf(draft.lines))}`,
      details: describeClosing(draft),
      ...(appointment && { appointment: { ...appointment, status: 'COMPLETED' as const } }),
    },
  }
}
