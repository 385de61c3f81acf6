import { type PaymentStatus, testCards } from '@na-regua/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format.ts'
import { useHeldSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CardFields } from './card-fields.tsx'
import { answerBank, payByCard } from './queries.ts'
import { type CardField, type CardInput, cardProblems, type MethodProps } from './rules.ts'

const empty: CardInput = { number: '', expiry: '', cvc: '', name: '' }

export function CardForm({ sessionId, amountCents, onPaid, onRestart }: MethodProps) {
  const [card, setCard] = useState(empty)
  const { form, errors, reportErrors, handleInput } = useFormErrors<CardField>()
  const payment = useCardPayment({ sessionId, onPaid, onInvalid: reportErrors })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!payment.isBusy && reportErrors(cardProblems(card, new Date()))) payment.pay(card)
  }

  function handleFill(filled: CardInput) {
    setCard(filled)
    reportErrors({})
  }

  return (
    // By post, so that nothing typed before the page came alive lands in an address.
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid gap-4">
      <CardFields card={card} onChange={setCard} errors={errors} />
      <FormAlert>{payment.failure}</FormAlert>
      {payment.isClosed ? (
        <Button variant="ink" isWide onClick={onRestart}>
          Começar outro pagamento
        </Button>
      ) : (
        <Button type="submit" size="large" isWide isBusy={payment.isBusy}>
          {payment.isBusy ? 'Processando...' : `Pagar ${formatMoney(amountCents)}`}
        </Button>
      )}
      <TestCards onFill={handleFill} />
      <BankDialog amountCents={amountCents} bank={payment.bank} />
    </form>
  )
}

type Paying = {
  sessionId: string
  onPaid: () => void
  onInvalid: (errors: Partial<Record<CardField, string>>) => void
}

type Answer = { status: PaymentStatus; message?: string }

const REFUSED = 'O pagamento foi recusado. Confira os dados ou use outro cartão.'
const FAILED = 'Não foi possível pagar agora. Tente novamente.'

/** From the press to the bank's word: declined stays in the form, everything else leads on. */
function useCardPayment({ sessionId, onPaid, onInvalid }: Paying) {
  const [refusal, setRefusal] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  function handleAnswer({ status, message }: Answer) {
    setAsking(status === 'requires_action')
    if (status === 'failed' || status === 'expired') setRefusal(message ?? REFUSED)
    if (status !== 'succeeded' && status !== 'pending') return
    setLeaving(true)
    onPaid()
  }

  const pay = useMutation({
    mutationFn: (card: CardInput) => payByCard(sessionId, card),
    onMutate: () => setRefusal(undefined),
    onSuccess: handleAnswer,
    onError(error) {
      if (hasCode(error, 'CARD_INVALID')) onInvalid({ [fieldOf(error.details)]: error.message })
    },
  })
  const answer = useMutation({
    mutationFn: (approve: boolean) => answerBank(sessionId, approve),
    onSuccess: handleAnswer,
  })
  useHeldSession(pay.isPending || answer.isPending || isLeaving)

  const bank: Bank = {
    ...{ isAsking, isBusy: answer.isPending, failure: describe(answer.error) },
    answer: answer.mutate,
    dismiss: () => setAsking(false),
  }
  const isBusy = pay.isPending || isLeaving
  /** Another session must be opened. */
  const isClosed = hasCode(pay.error, 'PAYMENT_CLOSED')
  return { pay: pay.mutate, isBusy, isClosed, failure: refusal ?? describe(pay.error), bank }
}

/** What was said at a field is not said twice. */
function describe(error: Error | null) {
  return error && !hasCode(error, 'CARD_INVALID') ? errorText(error, FAILED) : undefined
}

function fieldOf({ field }: Record<string, unknown>): CardField {
  return field === 'expiry' || field === 'cvc' || field === 'name' ? field : 'number'
}

type Bank = {
  isAsking: boolean
  isBusy: boolean
  failure: string | undefined
  answer: (isApproved: boolean) => void
  /** Neither yes nor no: paying again asks again. */
  dismiss: () => void
}

/** What a bank's own window asks before it lets a card pay. */
function BankDialog({ amountCents, bank }: { amountCents: number; bank: Bank }) {
  const { isAsking, isBusy, failure, answer, dismiss } = bank
  const footer = (
    <>
      <Button variant="outline" isBusy={isBusy} onClick={() => answer(false)}>
        Recusar
      </Button>
      <Button isBusy={isBusy} onClick={() => answer(true)}>
        Autorizar compra
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isAsking} onClose={dismiss} title="Seu banco quer confirmar" footer={footer}>
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

const cards: { number: string; words: string }[] = [
  { number: testCards.succeeds, words: 'Aprovado' },
  { number: testCards.declined, words: 'Recusado' },
  { number: testCards.asksForConfirmation, words: 'Pede confirmação do banco' },
  { number: testCards.staysPending, words: 'Fica em processamento' },
  { number: testCards.failsToRenew, words: 'Aprovado, mas não renova' },
]

/** Whatever else a card needs, as it will be good for years. */
function fill(number: string): CardInput {
  const year = String((new Date().getUTCFullYear() + 4) % 100).padStart(2, '0')
  return { number: number.replaceAll(' ', ''), expiry: `12/${year}`, cvc: '123', name: 'Pessoa de Teste' }
}

/** For whoever tries the product out: the numbers and what each does; a press fills the form. */
function TestCards({ onFill }: { onFill: (card: CardInput) => void }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-3.5 text-sm font-semibold">
        Cartões de teste
        <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid border-t border-line p-1.5">
        {cards.map(({ number, words }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onFill(fill(number))}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-small px-2 py-1 text-left text-sm transition-colors hover:bg-sunken"
            >
              <span className="font-semibold tabular-nums">{number}</span>
              <span className="text-mute">{words}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
