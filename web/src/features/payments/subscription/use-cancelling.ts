import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { cancelSubscription, leaveSession } from '../queries.ts'

type Cancelling = { hasPassword: boolean; refund: boolean }

/** Ends the subscription, then the session, and leads home. */
export function useCancelling({ hasPassword, refund }: Cancelling) {
  const fields = useFormErrors<'password'>()
  const navigate = useNavigate()
  const cancelling = useMutation({
    mutationFn: cancelSubscription,
    onSuccess({ message }) {
      showToast({ tone: 'success', title: message })
      leaveSession()
      void navigate(paths.home(), { replace: true })
    },
    onError(error) {
      if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
    },
  })
  useHeldSession(cancelling.isPending || cancelling.isSuccess)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const isComplete = fields.reportErrors({
      password: hasPassword && !password ? 'Por favor, informe sua senha' : undefined,
    })
    if (isComplete && !cancelling.isPending) cancelling.mutate({ ...(hasPassword && { password }), refund })
  }

  return { isBusy: cancelling.isPending, failure: describeFailure(cancelling.error), fields, handleSubmit }
}

/** What was said at the field is not said twice. Without a password only a fresh login proves who is there. */
function describeFailure(error: Error | null) {
  if (!error || hasCode(error, 'WRONG_PASSWORD')) return undefined
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, 'Erro ao cancelar assinatura')
}
