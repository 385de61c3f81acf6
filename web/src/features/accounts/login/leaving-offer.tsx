import { privacyApi } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'

/** Whoever logs in to an account that is being deleted may keep it; `onKept` then logs in again. */
export function LeavingOffer({ error, onKept }: { error: Error | null; onKept: () => void }) {
  const keeping = useMutation({
    mutationFn: (token: string) => api(privacyApi.undoDeletion, { body: { token } }),
    onSuccess: onKept,
  })
  if (!hasCode(error, 'ACCOUNT_LEAVING')) return null
  const token = String(error.details.undoToken)
  return (
    <>
      <FormAlert>{keeping.error ? errorText(keeping.error, 'Tente novamente.') : undefined}</FormAlert>
      <Button variant="ink" size="large" isWide isBusy={keeping.isPending} onClick={() => keeping.mutate(token)}>
        Ficar com a minha conta
      </Button>
    </>
  )
}
