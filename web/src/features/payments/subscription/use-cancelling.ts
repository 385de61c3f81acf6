import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useHeldSession } from '../../../lib/use-held-session.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { describeRefusal, usePasswordProof } from '../../../ui/use-password-proof.ts'
import { cancelSubscription, leaveSession } from '../queries.ts'

type Cancelling = { hasPassword: boolean; refund: boolean }

/** Ends the subscription, then the session, and leads home. */
export function useCancelling({ hasPassword, refund }: Cancelling) {
  const navigate = useNavigate()
  const proof = usePasswordProof({
    hasPassword,
    onProved: (password) => !cancelling.isPending && cancelling.mutate({ ...(password && { password }), refund }),
  })
  const cancelling = useMutation({
    mutationFn: cancelSubscription,
    onSuccess({ message }) {
      showToast({ tone: 'success', title: message })
      leaveSession()
      void navigate(paths.home(), { replace: true })
    },
    onError: proof.reportRefusal,
  })
  useHeldSession(cancelling.isPending || cancelling.isSuccess)
  const failure = describeRefusal(cancelling.error, 'Erro ao cancelar assinatura')
  return { proof, isBusy: cancelling.isPending, failure }
}
