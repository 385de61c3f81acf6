import { REFUND_DAYS, type SubscriptionBill } from '@na-regua/contract/payments'
import { useState } from 'react'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { useSession } from '../../../lib/session.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { AsyncConfirmDialog } from '../../../ui/parting-dialog.tsx'
import { canRefund } from './rules.ts'
import { useCancelling } from './use-cancelling.ts'

const consequences = [
  'O plano termina agora e isto não pode ser desfeito.',
  'Suas barbearias continuam à vista, dentro do limite do plano grátis, mas nem elas nem os barbeiros podem ser editados.',
  'Nada é apagado. Os horários já marcados continuam valendo.',
  'Você sai da sua conta em todos os aparelhos.',
]

type CancelDialogProps = { isOpen: boolean; onClose: () => void; bill: SubscriptionBill }

export function CancelDialog({ isOpen, onClose, bill }: CancelDialogProps) {
  const hasPassword = useSession().user?.hasPassword ?? true
  const isRefundable = canRefund(bill, new Date())
  const [wantsRefund, setWantsRefund] = useState(true)
  const cancelling = useCancelling({ hasPassword, refund: isRefundable && wantsRefund })
  return (
    <AsyncConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Cancelar assinatura?"
      consequences={consequences}
      action="Cancelar assinatura"
      hasPassword={hasPassword}
      {...cancelling}
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
