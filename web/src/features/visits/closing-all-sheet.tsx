import type { Appointment } from '@na-regua/contract/appointments'
import { paymentNames, type VisitPaymentMethod, visitsApi } from '@na-regua/contract/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { QUEUED_TEXT, sendOrQueue } from '../../lib/use-commands.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { dayVisitsQuery } from './queries.ts'
import {
  type ClosingDraft,
  describeSubmit,
  linesOfAppointment,
  linesOfVisit,
  newPayment,
  toLineInputs,
  toPaymentInputs,
  totalOf,
} from './rules.ts'
import { lastMethod, nameOfTarget, refresh, toCloseCommand } from './use-closing.ts'

/** What needs neither a code on the screen nor the limit of a customer. */
const methods = ['pix', 'cash', 'debit', 'credit'] as const satisfies readonly VisitPaymentMethod[]
type Method = (typeof methods)[number]

type AllSheetProps = {
  appointments: readonly Appointment[]
  /** Finishes those that are not closed yet without money. */
  onFinishOnly: (appointments: readonly Appointment[]) => void
  onClose: () => void
}

/** Closes the comandas of several appointments, each as it was agreed, or as it was left open, all paid the same way. */
export function ClosingAllSheet({ appointments, onFinishOnly, onClose }: AllSheetProps) {
  const shopIds = [...new Set(appointments.map(({ barbershop }) => barbershop.id))]
  const client = useQueryClient()
  const { data: visits = [], isLoading } = useQuery({
    queryKey: ['visits', 'of-barbershops', ...shopIds],
    async queryFn() {
      const days = await Promise.all(shopIds.map((id) => client.fetchQuery(dayVisitsQuery(id, undefined))))
      return days.flatMap((day) => day.visits)
    },
  })
  const [method, setMethod] = useState<Method>(() => methods.find((one) => one === lastMethod.read()) ?? 'pix')
  // Made once: what is sent again is closed once.
  const [ids] = useState(
    () => new Map(appointments.map(({ id }) => [id, { visit: createUuid(), payment: createUuid() }])),
  )
  // Where some are refused, the others are closed.
  const [closed, setClosed] = useState<readonly string[]>([])
  const open = visits.filter(({ status }) => status === 'OPEN')
  const rest = appointments.filter(({ id }) => !closed.includes(id))
  const comandas = rest.map((appointment) => {
    const visit = open.find(({ appointmentId }) => appointmentId === appointment.id)
    const lines = visit ? linesOfVisit(visit) : linesOfAppointment(appointment)
    const known = ids.get(appointment.id)
    const draft: ClosingDraft = { lines, payments: [{ ...newPayment(method), id: known?.payment ?? '' }] }
    const barbershopId = appointment.barbershop.id
    return {
      appointment,
      visit,
      draft,
      visitId: visit?.id ?? known?.visit ?? '',
      target: { barbershopId, appointment },
    }
  })
  const all: ClosingDraft = { lines: comandas.flatMap(({ draft }) => draft.lines), payments: [newPayment(method)] }

  const closing = useMutation({
    async mutationFn() {
      const refused: string[] = []
      let queued = 0
      for (const comanda of comandas) {
        try {
          const { commandId } = await close(comanda)
          if (commandId) queued++
          setClosed((before) => [...before, comanda.appointment.id])
        } catch (error) {
          refused.push(`${nameOfTarget(comanda.target)}: ${errorText(error, 'não foi fechada.')}`)
        }
      }
      if (refused.length > 0) throw new Error(refused.join(' '))
      return { queued, count: comandas.length, total: totalOf(all.lines) }
    },
    onSuccess({ queued, count, total }) {
      lastMethod.write(method)
      const title = `${formatCount(count, 'comanda', 'comandas')}: ${formatMoney(total)}`
      showToast(
        queued > 0
          ? { tone: 'info', title, text: `Guardado. ${QUEUED_TEXT}` }
          : { tone: 'success', title, text: 'Comandas fechadas.' },
      )
      onClose()
    },
    onSettled: () => refresh(client),
  })

  return (
    <FormDialog isOpen onClose={onClose} title="Fechar as comandas" isFullOnPhone>
      {isLoading && <LoadingMessage>Carregando as comandas...</LoadingMessage>}
      {!isLoading && (
        <Form
          isBusy={closing.isPending}
          onSubmit={() => closing.mutate()}
          submit={describeSubmit(all)}
          failure={closing.error?.message}
        >
          <p className="text-mute">
            Cada uma como foi combinada, todas pagas do mesmo jeito. Se alguém pagou diferente, volte e toque em “Veio”.
          </p>
          <ul aria-label="Comandas" className="divide-y divide-line rounded-control border border-line">
            {comandas.map(({ appointment, target, draft }) => (
              <li key={appointment.id} className="flex items-center justify-between gap-3 px-3.5 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {nameOfTarget(target)}
                  <span className="block text-sm text-mute">{draft.lines.map(({ name }) => name).join(', ')}</span>
                </span>
                <span className="shrink-0 tabular-nums">{formatMoney(totalOf(draft.lines))}</span>
              </li>
            ))}
          </ul>
          <ChoiceGroup<Method>
            legend="Como pagaram?"
            options={methods.map((value) => ({ value, label: paymentNames[value] }))}
            value={method}
            onChange={(value = method) => setMethod(value)}
          />
          <Button
            variant="ghost"
            onClick={() => {
              onFinishOnly(rest)
              onClose()
            }}
          >
            Finalizar todos sem cobrar
          </Button>
        </Form>
      )}
    </FormDialog>
  )
}

type Comanda = Omit<Parameters<typeof toCloseCommand>[0], 'input'> & {
  appointment: Appointment
  visit: { version: number } | undefined
}

function close({ appointment, visit, draft, visitId, target }: Comanda) {
  const input = {
    barbershopId: target.barbershopId,
    appointmentId: appointment.id,
    ...(visit && { version: visit.version }),
    lines: toLineInputs(draft.lines),
    payments: toPaymentInputs(draft),
  }
  return sendOrQueue({
    build: () => toCloseCommand({ target, visitId, input, draft }),
    send: () => api(visitsApi.close, { params: { id: visitId }, body: input }),
  })
}
