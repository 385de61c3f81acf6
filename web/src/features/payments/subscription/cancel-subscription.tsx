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
import { canRefund, listCancelConsequences } from '../rules.ts'

/** Shown while there is a subscription to cancel, or money to get back. */
export function CancelSubscription() {
  const [isOpen, setOpen] = useState(false)
  const { data: bill } = useQuery(billQuery())
  if (!bill?.provider || (bill.cancelledAt && !canRefund(bill, new Date()))) return null
  return (
    <>
      <Button variant="ghost" className="text-red" onClick={() => setOpen(true)}>
        Cancelar
      </Button>
      <CancelDialog isOpen={isOpen} onClose={() => setOpen(false)} bill={bill} />
    </>
  )
}

/** Choosing the free plan during a paid one: the same dialog, and the free plan follows. */
export function Downgrade({ bill }: { bill: SubscriptionBill }) {
  const [isOpen, setOpen] = useState(false)
  if (bill.continuesFree && bill.periodEndsAt)
    return <p>O plano Básico começa em {formatDate(bill.periodEndsAt, deviceTimeZone())}. Não falta mais nada.</p>
  return (
    <div className="grid gap-4">
      <p>O Básico é grátis e começa quando o período que você já pagou terminar.</p>
      <Button size="large" isWide onClick={() => setOpen(true)}>
        Mudar para o Básico
      </Button>
      <CancelDialog isOpen={isOpen} onClose={() => setOpen(false)} bill={bill} continuesFree />
    </div>
  )
}

type CancelDialogProps = {
  isOpen: boolean
  onClose: () => void
  bill: SubscriptionBill
  /** The free plan follows. */
  continuesFree?: boolean
}

function CancelDialog({ isOpen, onClose, bill, continuesFree = false }: CancelDialogProps) {
  const hasPassword = useSession().user?.hasPassword ?? true
  const isRefundable = canRefund(bill, new Date())
  const [wantsRefund, setWantsRefund] = useState(!continuesFree)
  const isRefund = isRefundable && wantsRefund
  const cancellation = useCancellation({ hasPassword, refund: isRefund, continueFree: continuesFree })
  return (
    <AsyncConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={continuesFree ? 'Mudar para o Básico?' : 'Cancelar assinatura?'}
      consequences={listCancelConsequences(bill, { isRefund, continuesFree })}
      action={continuesFree ? 'Mudar para o Básico' : 'Cancelar assinatura'}
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

type CancellationOptions = { hasPassword: boolean; refund: boolean; continueFree: boolean }

/** Cancels the subscription, ends the session and navigates to the home page. */
function useCancellation({ hasPassword, ...choice }: CancellationOptions) {
  const navigate = useNavigate()
  const confirmation = usePasswordConfirmation({
    hasPassword,
    onConfirmed: (password) =>
      !cancellation.isPending && cancellation.mutate({ ...(password && { password }), ...choice }),
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
