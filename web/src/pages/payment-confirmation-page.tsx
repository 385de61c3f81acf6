import { type MetaArgs, useLocation, useSearchParams } from 'react-router'
import {
  FreeSuccess,
  PaymentConfirmation,
  PaymentFailure,
} from '../features/payments/confirmation/payment-confirmation.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import type { PageHandle } from '../lib/site.ts'

export const handle: PageHandle = { parameters: ['session_id'] }

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Confirmação do pagamento' })
}

/** A public page: the id of the payment session gives access to its status, and to nothing else. */
export default function PaymentConfirmationPage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const sessionId = search.get('session_id')
  if (sessionId) return <PaymentConfirmation key={sessionId} sessionId={sessionId} />
  if (Object(state).isFree) return <FreeSuccess />
  return <PaymentFailure reason="Este endereço não diz qual é o pagamento." />
}
