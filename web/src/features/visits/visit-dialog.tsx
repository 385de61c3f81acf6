import { MAX_REVERSAL_REASON, type Visit, visitsApi } from '@na-regua/contract/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDateAndTime, formatLocalDate, formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { isPermittedIn } from '../../lib/permissions.ts'
import { useUser } from '../../lib/session.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox, ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { focusFirst } from '../../ui/dialog.tsx'
import { Form, FormAlert, useFormErrors } from '../../ui/form.tsx'
import { copyText } from '../../ui/share-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { receiptLinkQuery } from './queries.ts'
import { describeVisitPayment, receiptOf } from './rules.ts'

type DialogProps = {
  /** Closed or reversed. */
  visit: Visit
  timeZone: string
  /** The open copy of a visit that was reversed. */
  onCopied: (copy: Visit) => void
  onClose: () => void
}

/** What a visit was and how it was paid. It is never edited: it is reversed, and a copy is corrected. */
export function VisitDialog({ visit, timeZone, onCopied, onClose }: DialogProps) {
  const user = useUser()
  const [isReversing, setReversing] = useState(false)
  const { barbershopId, status, number, customerName, closedAt, closedBy, totalCents } = visit
  const mayReverse = status === 'CLOSED' && user !== undefined && isPermittedIn(barbershopId, 'money', user)
  return (
    <FormDialog isOpen onClose={onClose} title={`Comanda ${number}: ${customerName ?? 'Venda no balcão'}`}>
      <div className="grid grid-cols-1 gap-5">
        {closedAt && (
          <p className="text-sm text-mute">
            Fechada em {formatDateAndTime(closedAt, timeZone)}
            {closedBy && ` por ${closedBy}`}.
          </p>
        )}
        <Reversal visit={visit} timeZone={timeZone} />
        <VisitLines visit={visit} />
        <p className="flex items-baseline justify-between gap-3 font-semibold">
          <span>Total</span>
          <span className="tabular-nums">{formatMoney(totalCents ?? 0)}</span>
        </p>
        <VisitPayments visit={visit} />
        {status === 'CLOSED' && !isReversing && <ReceiptActions visit={visit} />}
        {mayReverse && !isReversing && (
          <Button variant="outline" className="border-red! text-red!" onClick={() => setReversing(true)}>
            Estornar
          </Button>
        )}
        {mayReverse && isReversing && <ReversalForm visit={visit} onCopied={onCopied} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

/** Sends the customer the receipt. Without the link, as without network, the text alone is sent. */
function ReceiptActions({ visit }: Pick<DialogProps, 'visit'>) {
  const { data: link, isLoading } = useQuery(receiptLinkQuery(visit.id))
  const url = link && new URL(paths.visitReceipt(link), window.location.origin).href
  const text = receiptOf(visit, formatLocalDate(visit.day), url)
  const send = 'Enviar comprovante pelo WhatsApp'
  return (
    <div className="grid grid-cols-1 gap-2">
      {isLoading ? (
        <Button variant="outline" isBusy>
          {send}
        </Button>
      ) : (
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline' })}
        >
          {send}
        </a>
      )}
      <Button variant="ghost" disabled={!url} onClick={() => url && void copyText(url, 'Link copiado')}>
        Copiar link
      </Button>
    </div>
  )
}

function Reversal({ visit, timeZone }: Pick<DialogProps, 'visit' | 'timeZone'>) {
  const { reversedAt, reversedBy, reversalReason } = visit
  if (!reversedAt) return null
  return (
    <p className="rounded-control bg-red-soft px-4 py-2.5 text-red wrap-anywhere">
      Estornada em {formatDateAndTime(reversedAt, timeZone)}
      {reversedBy && ` por ${reversedBy}`}: {reversalReason}
    </p>
  )
}

function VisitLines({ visit: { lines } }: Pick<DialogProps, 'visit'>) {
  return (
    <ul aria-label="Itens" className="grid gap-2">
      {lines.map(({ name, quantity, unitCents, discountCents, barber }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a closed visit does not change.
        <li key={index} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {quantity > 1 && `${quantity} × `}
            {name}
            {barber && <span className="text-mute"> · {barber.name}</span>}
            {discountCents > 0 && (
              <span className="block text-sm text-mute">Desconto de {formatMoney(discountCents)}</span>
            )}
          </span>
          <span className="shrink-0 tabular-nums">{formatMoney(quantity * unitCents - discountCents)}</span>
        </li>
      ))}
    </ul>
  )
}

function VisitPayments({ visit: { payments, status } }: Pick<DialogProps, 'visit'>) {
  if (payments.length === 0) return <p className="text-mute">Sem cobrança.</p>
  return (
    <ul aria-label="Pagamentos" className="grid gap-2">
      {payments.map((payment) => (
        <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <span className="min-w-0">
            {describeVisitPayment(payment)}
            {payment.method === 'pix' && status === 'CLOSED' && (
              <span className="block text-sm text-mute">
                {payment.confirmedAt ? 'Conferido' : 'Aguardando conferência'}
              </span>
            )}
          </span>
          <span className="flex items-center gap-3">
            <span className="tabular-nums">{formatMoney(payment.amountCents)}</span>
            {payment.method === 'pix' && status === 'CLOSED' && !payment.confirmedAt && <Received id={payment.id} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A person saw the money on the account. */
function Received({ id }: { id: string }) {
  const client = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => api(visitsApi.confirmPix, { params: { id } }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Não foi conferido', text: errorText(error, 'Tente de novo.') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['visits'] }),
  })
  return (
    <Button variant="ink" isBusy={confirming.isPending} onClick={() => confirming.mutate()}>
      Recebi
    </Button>
  )
}

const readyReasons = ['Valor errado', 'Forma de pagamento errada', 'Cliente errado']

function ReversalForm({ visit, onCopied, onClose }: Omit<DialogProps, 'timeZone'>) {
  const client = useQueryClient()
  const fields = useFormErrors<'reason'>()
  const [reason, setReason] = useState('')
  const [copies, setCopies] = useState(true)
  const reversing = useMutation({
    mutationFn: () => {
      const body = { reason: reason.trim(), ...(copies && { copyId: createUuid() }) }
      return api(visitsApi.reverse, { params: { id: visit.id }, body })
    },
    onSuccess({ copy }) {
      showToast({ tone: 'success', title: `Comanda ${visit.number} estornada` })
      if (copy) onCopied(copy)
      else onClose()
    },
    onSettled: () =>
      Promise.all(['visits', 'appointments', 'cash'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
  return (
    <Form
      fields={fields}
      isBusy={reversing.isPending}
      onSubmit={() =>
        fields.reportErrors({ reason: reason.trim() ? undefined : 'Escreva o motivo' }) && reversing.mutate()
      }
      failure={false}
      className="grid grid-cols-1 gap-4 border-t border-line pt-5"
    >
      <UnsavedChanges draft={reason} />
      <div ref={focusFirst} tabIndex={-1}>
        <ChoiceGroup
          legend="Por que estornar?"
          options={readyReasons.map((ready) => ({ value: ready, label: ready }))}
          value={reason}
          onChange={(ready = '') => {
            setReason(ready)
            fields.clearError('reason')
          }}
        />
      </div>
      <TextField
        label="Motivo"
        name="reason"
        autoComplete="off"
        value={reason}
        error={fields.errors.reason}
        maxLength={MAX_REVERSAL_REASON}
        onChange={({ target }) => setReason(target.value)}
      />
      <Checkbox checked={copies} onChange={setCopies}>
        Abrir uma cópia para corrigir
      </Checkbox>
      {reversing.error && <FormAlert>{errorText(reversing.error, 'A comanda não foi estornada.')}</FormAlert>}
      <Button type="submit" isWide isBusy={reversing.isPending}>
        Estornar {formatMoney(visit.totalCents ?? 0)}
      </Button>
    </Form>
  )
}
