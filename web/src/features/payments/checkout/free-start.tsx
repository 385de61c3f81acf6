import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { startFree } from '../queries.ts'
import { PaymentBox } from './payment-box.tsx'

/** The plan that costs nothing: no form, no card. Becoming an owner ends the session all the same. */
export function FreeStart() {
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: startFree,
    onSuccess: () => void navigate(paths.paymentConfirmation(), { replace: true, state: { isFree: true } }),
  })
  useHeldSession(start.isPending || start.isSuccess)
  return (
    <PaymentBox title="Sem pagamento">
      <div className="grid gap-4">
        <p>
          O plano é grátis e não pede cartão. Você vira proprietário na hora, entra de novo e já pode criar a sua
          barbearia.
        </p>
        <FormAlert>{start.error && errorText(start.error, 'Não foi possível começar. Tente novamente.')}</FormAlert>
        <Button size="large" isWide isBusy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
          Começar grátis
        </Button>
      </div>
    </PaymentBox>
  )
}
