import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { billQuery, openPortal } from '../queries.ts'

/** Leads to the provider's page where a card is changed, where there is one. */
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
