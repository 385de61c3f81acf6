import type { PaymentStatus } from '@na-regua/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import type { Bank } from './bank-dialog.tsx'
import { answerBank, payByCard } from './queries.ts'
import type { CardField, CardInput } from './rules.ts'

type Paying = {
  sessionId: string
  onPaid: () => void
  onInvalid: (errors: Partial<Record<CardField, string>>) => void
}

type Answer = { status: PaymentStatus; message?: string }

const REFUSED = 'O pagamento foi recusado. Confira os dados ou use outro cartão.'
const FAILED = 'Não foi possível pagar agora. Tente novamente.'

/** From the press to the bank's word: declined stays in the form, everything else leads on. */
export function useCardPayment({ sessionId, onPaid, onInvalid }: Paying) {
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
