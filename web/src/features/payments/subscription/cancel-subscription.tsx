import { REFUND_DAYS, type SubscriptionBill } from '@na-regua/contract/payments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { usePausedSession, useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { AsyncConfirmDialog, describeConfirmationError, usePasswordConfirmation } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { billQuery, cancelSubscription, endSession } from '../queries.ts'
import { canRefund } from '../rules.ts'

/** Shown only if there is a subscription. */
export function CancelSubscription() {
  const [isOpen, setOpen] = useState(false)
  const { data: bill } = useQuery(billQuery())
  if (!bill?.provider) return null
  return (
    <>
      <Button variant="ghost" className="text-red" onClick={() => setOpen(true)}>
        Cancelar
      </Button>
      <CancelDialog isOpen={isOpen} onClose={() => setOpen(false)} bill={bill} />
    </>
  )
}

const consequences = [
  'O plano termina agora e isto não pode ser desfeito.',
  'Suas barbearias continuam à vista, dentro do limite do plano grátis, mas nem elas nem os barbeiros podem ser editados.',
  'Nada é apagado. Os horários já marcados continuam valendo.',
  'Você sai da sua conta em todos os aparelhos.',
]

type CancelDialogProps = { isOpen: boolean; onClose: () => void; bill: SubscriptionBill }

function CancelDialog({ isOpen, onClose, bill }: CancelDialogProps) {
  const hasPassword = useSession().user?.hasPassword ?? true
  const isRefundable = canRefund(bill, new Date())
  const [wantsRefund, setWantsRefund] = useState(true)
  const cancellation = useCancellation({ hasPassword, refund: isRefundable && wantsRefund })
  return (
    <AsyncConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Cancelar assinatura?"
      consequences={consequences}
      action="Cancelar assinatura"
      hasPassword={hasPassword}
      {...cancellation}
    >
      {isRefundable && <RefundChoice bill={bill} isChosen={wantsRefund} onChange={setWantsRefund} />}
    </AsyncConfirmDialog>
  )
}

type RefundChoiceProps = { bill: SubscriptionBill; isChosen: boolean; onChange: (isChosen: boolean) => void }

function RefundChoice({ bill, isChosen, onChange }: RefundChoiceProps) {
  return (
    <div className="rounded-control bg-green-soft px-3.5 py-2">
      <Checkbox checked={isChosen} onChange={onChange}>
        Quero meu dinheiro de volta: <strong className="tabular-nums">{formatMoney(bill.refundCents)}</strong>
      </Checkbox>
      <p className="pb-1.5 text-sm">
        Você comprou há menos de {REFUND_DAYS} dias e pode desistir até{' '}
        {formatDate(bill.refundUntil ?? '', deviceTimeZone())}. O valor volta pela mesma forma de pagamento.
      </p>
    </div>
  )
}

type CancellationOptions = { hasPassword: boolean; refund: boolean }

/** Cancels the subscription, ends the session and navigates to the home page. */
function useCancellation({ hasPassword, refund }: CancellationOptions) {
  const navigate = useNavigate()
  const confirmation = usePasswordConfirmation({
    hasPassword,
    onConfirmed: (password) =>
      !cancellation.isPending && cancellation.mutate({ ...(password && { password }), refund }),
  })
  const cancellation = useMutation({
    mutationFn: cancelSubscription,
    onSuccess({ message }) {
      showToast({ tone: 'success', title: message })
      endSession()
      void navigate(paths.home(), { replace: true })
    },
    onError: confirmation.reportWrongPassword,
  })
  usePausedSession(cancellation.isPending || cancellation.isSuccess)
  const failure = describeConfirmationError(cancellation.error, 'Erro ao cancelar assinatura')
  return { confirmation, isBusy: cancellation.isPending, failure }
}
