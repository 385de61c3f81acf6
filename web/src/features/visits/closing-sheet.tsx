import type { Checkout } from '@na-regua/contract/visits'
import { visitsApi } from '@na-regua/contract/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { MoneyField } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Form, FormAlert, useFormErrors } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { Select } from '../../ui/select.tsx'
import { LineFields } from './line-fields.tsx'
import { PaymentFields, type PixSlot } from './payment-fields.tsx'
import { RegisterChoice } from './register-choice.tsx'
import { describeSubmit, findProblem } from './rules.ts'
import { useCheckout } from './use-checkout.ts'
import { type ClosingTarget, useClosing } from './use-closing.ts'

export type Buyer = Pick<ClosingTarget, 'profileId' | 'customerName'>

/** Says who buys, which another feature knows. */
export type BuyerSlot = (onChange: (buyer: Buyer) => void) => ReactNode

type SheetProps = {
  target: ClosingTarget
  pix?: PixSlot | undefined
  buyer?: BuyerSlot | undefined
  /** Finishes the appointment without money; undefined where there is none, or it is finished. */
  onFinishOnly?: (() => void) | undefined
  onClose: () => void
}

/** Closes a visit: it knows the sum and how the last one was paid, so that nothing changed is one more tap. */
export function ClosingSheet({ target: opened, pix, buyer, onFinishOnly, onClose }: SheetProps) {
  const [chosen, choose] = useState<Buyer>()
  const target = { ...opened, ...chosen }
  const { appointment, visit } = target
  const { checkout, hasNoNetwork, error, refetch } = useCheckout(target)
  const known = appointment?.guestName ?? appointment?.customer.name ?? visit?.customerName ?? checkout?.customer?.name
  // Who buys is said below.
  const name = buyer ? undefined : known
  const isClosed = !visit && checkout?.visit?.status === 'CLOSED'
  // A sale begins with what the customer owes; an appointment is shown at once.
  const isReady = appointment || checkout || chosen
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
          hasNoNetwork={hasNoNetwork}
          pix={pix}
          buyer={buyer?.(choose)}
          onFinishOnly={onFinishOnly}
          onClose={onClose}
        />
      )}
      {!isReady && error && <RetryNotice error={error} text="Não deu para abrir a comanda." onRetry={refetch} />}
    </FormDialog>
  )
}

type FormProps = Omit<SheetProps, 'buyer'> &
  Pick<ReturnType<typeof useCheckout>, 'checkout' | 'hasNoNetwork'> & { buyer: ReactNode }

function ClosingForm({ target, checkout, hasNoNetwork, pix, buyer, onFinishOnly, onClose }: FormProps) {
  const form = useClosing({ target, checkout, onDone: onClose })
  const { draft, change, total, closing, keeping, barberId, serve } = form
  const [openKey, setOpenKey] = useState<string>()
  const fields = useFormErrors<string>()
  const problem = findProblem(draft)
  // What was reported, as long as it is still wrong.
  const errors = problem && fields.errors[problem.field] ? { [problem.field]: problem.text } : {}
  const failure = closing.error ?? keeping.error
  const isBusy = closing.isPending || keeping.isPending
  const isEmpty = draft.lines.length === 0
  const isSale = !target.appointment && !target.visit && (isEmpty || draft.lines.some(({ kind }) => kind !== 'debt'))
  function handleSubmit() {
    if (problem?.lineKey) setOpenKey(problem.lineKey)
    if (fields.reportErrors(problem ? { [problem.field]: problem.text } : {})) closing.mutate()
  }
  return (
    <Form fields={fields} isBusy={isBusy} onSubmit={handleSubmit} failure={false} className="grid grid-cols-1 gap-5">
      <UnsavedChanges draft={draft} />
      {buyer}
      {isSale && checkout?.closesAll && (
        <ServingBarber barbers={checkout.barbers} barberId={barberId} onChange={serve} />
      )}
      <LineFields
        lines={draft.lines}
        checkout={checkout}
        barberId={barberId}
        openKey={openKey}
        onOpen={setOpenKey}
        errors={errors}
        onChange={(lines) => change({ lines })}
      />
      {isEmpty && <p className="text-mute">Adicione o que o cliente fez ou levou.</p>}
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
          errors={errors}
          onChange={(payments) => change({ payments })}
        />
      )}
      <RegisterChoice checkout={checkout} draft={draft} />
      {checkout && draft.payments.some(({ method }) => method === 'account') && (
        <DebtLimit key={checkout.customer?.profileId} checkout={checkout} onSaved={() => closing.reset()} />
      )}
      <div className="-mx-4 flex flex-wrap justify-center gap-x-2 empty:hidden">
        {checkout && !hasNoNetwork && !isEmpty && (
          <Button variant="ghost" isBusy={keeping.isPending} onClick={() => keeping.mutate()}>
            Deixar aberta
          </Button>
        )}
        {onFinishOnly && total !== 0 && (
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
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card px-5 py-4">
        {failure && <FormAlert>{errorText(failure, 'Erro ao fechar. Tente novamente.')}</FormAlert>}
        {hasNoNetwork && <p className="text-sm text-mute">Sem rede: fica guardado neste aparelho até ela voltar.</p>}
        <Button type="submit" size="large" isWide isBusy={closing.isPending} disabled={isEmpty}>
          {describeSubmit(draft)}
        </Button>
      </div>
    </Form>
  )
}

type ServingProps = { barbers: Checkout['barbers']; barberId: string | undefined; onChange: (id: string) => void }

/** Who earns the commission of a sale without an appointment. */
function ServingBarber({ barbers, barberId = '', onChange }: ServingProps) {
  const id = useId()
  const options = barbers.map((barber) => ({ value: barber.id, label: barber.name }))
  return (
    <FieldFrame id={id} label="Quem atendeu">
      <Select
        id={id}
        options={[{ value: '', label: 'Ninguém: sem comissão' }, ...options]}
        value={barberId}
        onChange={onChange}
      />
    </FieldFrame>
  )
}

type DebtLimitProps = { checkout: Checkout; onSaved: () => void }

/** A user who cares for the money says here how much the customer may owe. */
function DebtLimit({ checkout: { customer, caresForMoney }, onSaved }: DebtLimitProps) {
  const client = useQueryClient()
  const [limit, setLimit] = useState<number | undefined>(customer?.debtLimitCents ?? undefined)
  const saving = useMutation({
    mutationFn: () =>
      api(visitsApi.limitDebt, { params: { id: customer?.profileId ?? '' }, body: { limitCents: limit ?? null } }),
    onSuccess: onSaved,
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
