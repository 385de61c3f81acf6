import { type FormEvent, useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { BankDialog } from './bank-dialog.tsx'
import { CardFields } from './card-fields.tsx'
import { type CardField, type CardInput, cardProblems, type MethodProps } from './rules.ts'
import { TestCards } from './test-cards.tsx'
import { useCardPayment } from './use-card-payment.ts'

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
