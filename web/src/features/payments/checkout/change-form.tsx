import type { PaymentIntent } from '@na-regua/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatMoney } from '../../../lib/format.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { confirmChange } from '../queries.ts'

/** The provider has a way to be paid already: one press changes the plan. */
export function ChangeForm({ intent: { sessionId, amountCents } }: { intent: PaymentIntent }) {
  const navigate = useNavigate()
  const change = useMutation({
    mutationFn: () => confirmChange(sessionId),
    onSuccess: () => void navigate(paths.paymentConfirmation(sessionId)),
  })
  useHeldSession(change.isPending || change.isSuccess)
  return (
    <div className="grid gap-4">
      <p>
        {amountCents === null
          ? 'A diferença é cobrada agora na forma de pagamento que você já usa.'
          : amountCents === 0
            ? 'Nada a pagar agora: o crédito do seu plano atual cobre a mudança.'
            : `Cobramos ${formatMoney(amountCents)} agora na forma de pagamento que você já usa.`}
      </p>
      <p className="text-sm text-mute">O novo plano vale na hora. Depois você entra de novo.</p>
      <FormAlert>
        {change.error && errorText(change.error, 'Não foi possível mudar o plano. Tente novamente.')}
      </FormAlert>
      <Button size="large" isWide isBusy={change.isPending || change.isSuccess} onClick={() => change.mutate()}>
        Confirmar mudança de plano
      </Button>
    </div>
  )
}
