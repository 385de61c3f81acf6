import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { billQuery, openPortal } from '../queries.ts'
import { type BillState, describeBill } from '../rules.ts'

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
