import type { Checkout } from '@na-regua/contract/visits'
import { visitsApi } from '@na-regua/contract/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/confirm-dialog.tsx'
import { Form, FormAlert } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LineFields } from './line-fields.tsx'
import { PaymentFields, type PixSlot } from './payment-fields.tsx'
import { checkoutQuery } from './queries.ts'
import { describeSubmit, findProblem } from './rules.ts'
import { type ClosingTarget, useClosing } from './use-closing.ts'

type SheetProps = {
  target: ClosingTarget
  pix?: PixSlot | undefined
  /** Finishes the appointment without money; undefined where there is none, or it is finished. */
  onFinishOnly?: (() => void) | undefined
  onClose: () => void
}

/** Closes a visit: it knows the sum and how the last one was paid, so that nothing changed is one more tap. */
export function ClosingSheet({ target, pix, onFinishOnly, onClose }: SheetProps) {
  const { appointment, visit, barbershopId, profileId } = target
  const appointmentId = appointment?.id || visit?.appointmentId || undefined
  const known = useQuery(
    checkoutQuery({ barbershopId, appointmentId, profileId: profileId ?? visit?.profileId ?? undefined }),
  )
  const checkout = known.data
  const name = appointment?.guestName ?? appointment?.customer.name ?? visit?.customerName ?? checkout?.customer?.name
  const isClosed = !visit && checkout?.visit?.status === 'CLOSED'
  // A sale begins with what the customer owes; an appointment is shown at once.
  const isReady = appointment || checkout
  return (
    <FormDialog isOpen onClose={onClose} title={name ? `Comanda: ${name}` : 'Nova venda'} isFullOnPhone>
      {isClosed && (
        <Notice icon="check" title="Esta comanda já foi fechada">
          Veja em Comandas do dia. Para corrigir, estorne e use a cópia.
        </Notice>
      )}
      {!isClosed && isReady && (
        <ClosingForm
          key={visit?.id ?? checkout?.visit?.id ?? 'new'}
          target={target}
          checkout={checkout}
          pix={pix}
          onFinishOnly={onFinishOnly}
          onClose={onClose}
        />
      )}
      {!isReady && known.isError && (
        <Notice tone="error" title={errorText(known.error, 'Não deu para abrir a comanda.')} />
      )}
    </FormDialog>
  )
}

type FormProps = SheetProps & { checkout: Checkout | undefined }

function ClosingForm({ target, checkout, pix, onFinishOnly, onClose }: FormProps) {
  const form = useClosing({ target, checkout, onDone: onClose })
  const { draft, change, total, closing, keeping } = form
  const barberId = target.appointment?.barber.id ?? target.visit?.barber?.id
  const problem = findProblem(draft)
  const failure = closing.error ?? keeping.error
  const isBusy = closing.isPending || keeping.isPending
  return (
    <Form
      isBusy={isBusy}
      onSubmit={() => !problem && closing.mutate()}
      failure={false}
      className="grid grid-cols-1 gap-5"
    >
      <LineFields lines={draft.lines} checkout={checkout} barberId={barberId} onChange={(lines) => change({ lines })} />
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">Total</span>
        <output className="font-display text-3xl font-extrabold tabular-nums">
          {Number.isNaN(total) ? '–' : formatMoney(total)}
        </output>
      </p>
      {total !== 0 && (
        <PaymentFields
          barbershopId={target.barbershopId}
          draft={draft}
          customer={checkout?.customer}
          pix={pix}
          onChange={(payments) => change({ payments })}
        />
      )}
      {checkout && draft.payments.some(({ method }) => method === 'account') && <DebtLimit checkout={checkout} />}
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
        {failure && <FormAlert>{errorText(failure, 'Erro ao fechar. Tente novamente.')}</FormAlert>}
        {problem && !failure && <p className="text-sm text-mute">{problem}</p>}
        <Button type="submit" size="large" isWide isBusy={closing.isPending} disabled={problem !== undefined}>
          {describeSubmit(draft)}
        </Button>
        <div className="flex flex-wrap justify-center gap-2 empty:hidden">
          {checkout && draft.lines.length > 0 && (
            <Button variant="ghost" isBusy={keeping.isPending} onClick={() => keeping.mutate()}>
              Deixar aberta
            </Button>
          )}
          {onFinishOnly && (
            <Button
              variant="ghost"
              onClick={() => {
                onFinishOnly()
                onClose()
              }}
            >
              Finalizar sem cobrar
            </Button>
          )}
        </div>
      </div>
    </Form>
  )
}

/** A user who cares for the money says here how much the customer may owe. */
function DebtLimit({ checkout: { customer, caresForMoney } }: { checkout: Checkout }) {
  const client = useQueryClient()
  const [limit, setLimit] = useState<number | undefined>(customer?.debtLimitCents ?? undefined)
  const saving = useMutation({
    mutationFn: () =>
      api(visitsApi.limitDebt, { params: { id: customer?.profileId ?? '' }, body: { limitCents: limit ?? null } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['visits', 'checkout'] }),
  })
  if (!customer || !caresForMoney) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <MoneyField label={`Limite de fiado de ${customer.name}`} value={limit} onValue={setLimit} />
        </div>
        <Button
          variant="outline"
          isBusy={saving.isPending}
          disabled={Number.isNaN(limit)}
          onClick={() => saving.mutate()}
        >
          Salvar limite
        </Button>
      </div>
      {saving.error && <FormAlert>{errorText(saving.error, 'O limite não foi salvo.')}</FormAlert>}
    </div>
  )
}
