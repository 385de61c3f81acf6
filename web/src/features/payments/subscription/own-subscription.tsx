import { REFUND_DAYS, type SubscriptionBill } from '@na-regua/contract/payments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { usePausedSession, useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { AsyncConfirmDialog, describeConfirmationError, usePasswordConfirmation } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { billQuery, cancelSubscription, endSession, openPortal } from '../queries.ts'
import { type BillState, canRefund, describeBill, listCancelConsequences } from '../rules.ts'

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
  const hasPassword = useUser()?.hasPassword ?? true
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

const texts: Record<BillState['kind'], (date: string) => string> = {
  free: () => 'Grátis, sem prazo',
  renews: (date) => `Renova em ${date}`,
  ends: (date) => `Vale até ${date}. O Pix não renova sozinho.`,
  cancelled: (date) => `Cancelado: vale até ${date} e não renova.`,
  downgraded: (date) => `Vale até ${date}. Depois começa o plano Básico, grátis.`,
  grace: (date) => `A renovação não passou. Pague até ${date} para que suas barbearias não sejam bloqueadas.`,
}

/** How the plan is billed next, with a link to pay if that is due. */
export function BillSummary({ planId }: { planId: string }) {
  const { data: bill } = useQuery(billQuery())
  const state = bill && describeBill(bill, new Date())
  if (!state) return null
  const date = state.until ? formatDate(state.until, deviceTimeZone()) : ''
  const isUrgent = state.kind === 'grace'
  return (
    <p
      role={isUrgent ? 'status' : undefined}
      className={isUrgent ? 'mt-2 font-medium text-brass' : 'mt-1 text-sm text-mute'}
    >
      {texts[state.kind](date)}{' '}
      {state.pay === 'checkout' && (
        <Link to={paths.checkout(planId)} className="font-semibold text-navy underline">
          {isUrgent ? 'Pagar agora' : 'Pagar o próximo período'}
        </Link>
      )}
      {state.pay === 'portal' && <CardPortal />}
    </p>
  )
}

/** Opens the provider's page to change the card, if it has one. */
export function CardPortal() {
  const { data: bill } = useQuery(billQuery())
  const portal = useMutation({
    mutationFn: openPortal,
    onSuccess: ({ url }) => window.location.assign(url),
    onError(error) {
      showToast({ tone: 'error', title: errorText(error, 'Não foi possível abrir a página da operadora.') })
    },
  })
  if (!bill?.hasPortal) return null
  return (
    <Button variant="outline" isBusy={portal.isPending || portal.isSuccess} onClick={() => portal.mutate()}>
      <Icon name="card" />
      Trocar cartão
    </Button>
  )
}
