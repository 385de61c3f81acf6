import { type PaymentStatus, testCards } from '@na-regua/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format.ts'
import { usePausedSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type CardField, CardFields, type CardInput, cardProblems, type MethodProps } from './card-fields.tsx'
import { replyToBank, requestCardPayment } from './queries.ts'

const empty: CardInput = { number: '', expiry: '', cvc: '', name: '' }

export function CardForm({ sessionId, amountCents, onPaid, onRestart }: MethodProps) {
  const [card, setCard] = useState(empty)
  const fields = useFormErrors<CardField>()
  const payment = useCardPayment({ sessionId, onPaid, onInvalid: fields.reportErrors })

  function handleSubmit() {
    if (fields.reportErrors(cardProblems(card, new Date()))) payment.pay(card)
  }

  function handleFill(filled: CardInput) {
    setCard(filled)
    fields.reportErrors({})
  }

  const label = payment.isBusy ? 'Processando...' : `Pagar ${formatMoney(amountCents)}`
  const restart = (
    <Button variant="ink" isWide onClick={onRestart}>
      Começar outro pagamento
    </Button>
  )
  return (
    <Form
      fields={fields}
      isBusy={payment.isBusy}
      onSubmit={handleSubmit}
      failure={payment.failure}
      actions={payment.isClosed && restart}
      submit={payment.isClosed ? undefined : label}
      submitSize="large"
      footer={
        <>
          <TestCards onFill={handleFill} />
          <BankDialog amountCents={amountCents} bank={payment.bank} />
        </>
      }
    >
      <CardFields card={card} onChange={setCard} errors={fields.errors} />
    </Form>
  )
}

type CardPaymentOptions = {
  sessionId: string
  onPaid: () => void
  onInvalid: (errors: Partial<Record<CardField, string>>) => void
}

type PaymentResult = { status: PaymentStatus; message?: string }

const DECLINED = 'O pagamento foi recusado. Confira os dados ou use outro cartão.'
const FAILED = 'Não foi possível pagar agora. Tente novamente.'

/** Pays by card: a declined card stays in the form, any other outcome navigates. */
function useCardPayment({ sessionId, onPaid, onInvalid }: CardPaymentOptions) {
  const [decline, setDecline] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  function handleResult({ status, message }: PaymentResult) {
    setConfirming(status === 'requires_action')
    if (status === 'failed' || status === 'expired') setDecline(message ?? DECLINED)
    if (status !== 'succeeded' && status !== 'pending') return
    setLeaving(true)
    onPaid()
  }

  const pay = useMutation({
    mutationFn: (card: CardInput) => requestCardPayment(sessionId, card),
    onMutate: () => setDecline(undefined),
    onSuccess: handleResult,
    onError(error) {
      if (hasCode(error, 'CARD_INVALID')) onInvalid({ [fieldOf(error.details)]: error.message })
    },
  })
  const bankReply = useMutation({
    mutationFn: (approve: boolean) => replyToBank(sessionId, approve),
    onSuccess: handleResult,
  })
  usePausedSession(pay.isPending || bankReply.isPending || isLeaving)

  const bank: BankConfirmation = {
    isConfirming,
    isBusy: bankReply.isPending,
    failure: describeFailure(bankReply.error),
    reply: bankReply.mutate,
    dismiss: () => setConfirming(false),
  }
  const isBusy = pay.isPending || isLeaving
  /** A new payment session is needed. */
  const isClosed = hasCode(pay.error, 'PAYMENT_CLOSED')
  return { pay: pay.mutate, isBusy, isClosed, failure: decline ?? describeFailure(pay.error), bank }
}

/** Undefined for an error that is shown at a field. */
function describeFailure(error: Error | null) {
  return error && !hasCode(error, 'CARD_INVALID') ? errorText(error, FAILED) : undefined
}

function fieldOf({ field }: Record<string, unknown>): CardField {
  return field === 'expiry' || field === 'cvc' || field === 'name' ? field : 'number'
}

type BankConfirmation = {
  isConfirming: boolean
  isBusy: boolean
  failure: string | undefined
  reply: (isApproved: boolean) => void
  /** Neither approves nor declines: paying again opens the dialog again. */
  dismiss: () => void
}

/** The confirmation dialog of a bank. */
function BankDialog({ amountCents, bank }: { amountCents: number; bank: BankConfirmation }) {
  const { isConfirming, isBusy, failure, reply, dismiss } = bank
  const footer = (
    <>
      <Button variant="outline" isBusy={isBusy} onClick={() => reply(false)}>
        Recusar
      </Button>
      <Button isBusy={isBusy} onClick={() => reply(true)}>
        Autorizar compra
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isConfirming} onClose={dismiss} title="Seu banco quer confirmar" footer={footer}>
      <div className="grid gap-4">
        <p>
          Foi você quem pediu esta compra de <strong className="tabular-nums">{formatMoney(amountCents)}</strong> na Na
          Régua?
        </p>
        <p className="text-sm text-mute">É um banco de teste: num pagamento de verdade esta janela seria a do seu.</p>
        <FormAlert>{failure}</FormAlert>
      </div>
    </Dialog>
  )
}

const cards: { number: string; outcome: string }[] = [
  { number: testCards.succeeds, outcome: 'Aprovado' },
  { number: testCards.declined, outcome: 'Recusado' },
  { number: testCards.asksForConfirmation, outcome: 'Pede confirmação do banco' },
  { number: testCards.staysPending, outcome: 'Fica em processamento' },
  { number: testCards.failsToRenew, outcome: 'Aprovado, mas não renova' },
]

/** A complete card that does not expire for years. */
function createTestCard(number: string): CardInput {
  const year = String((new Date().getUTCFullYear() + 4) % 100).padStart(2, '0')
  return { number: number.replaceAll(' ', ''), expiry: `12/${year}`, cvc: '123', name: 'Pessoa de Teste' }
}

/** The test card numbers and their outcomes; a press fills the form. */
function TestCards({ onFill }: { onFill: (card: CardInput) => void }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-3.5 text-sm font-semibold">
        Cartões de teste
        <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid border-t border-line p-1.5">
        {cards.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onFill(createTestCard(number))}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-small px-2 py-1 text-left text-sm transition-colors hover:bg-sunken"
            >
              <span className="font-semibold tabular-nums">{number}</span>
              <span className="text-mute">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
