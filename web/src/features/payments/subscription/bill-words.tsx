import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { billQuery } from '../queries.ts'
import { CardPortal } from './card-portal.tsx'
import { type BillState, readBill } from './rules.ts'

const texts: Record<BillState['words'], (date: string) => string> = {
  free: () => 'Grátis, sem prazo',
  renews: (date) => `Renova em ${date}`,
  ends: (date) => `Vale até ${date}. O Pix não renova sozinho.`,
  grace: (date) => `A renovação não passou. Pague até ${date} para que suas barbearias não sejam bloqueadas.`,
}

/** How a plan goes on being paid, in a sentence, with the way to pay where one must. */
export function BillWords({ planId }: { planId: string }) {
  const { data: bill } = useQuery(billQuery())
  const state = bill && readBill(bill, new Date())
  if (!state) return null
  const date = state.until ? formatDate(state.until, deviceTimeZone()) : ''
  const isUrgent = state.words === 'grace'
  return (
    <p
      role={isUrgent ? 'status' : undefined}
      className={isUrgent ? 'mt-2 font-medium text-brass' : 'mt-1 text-sm text-mute'}
    >
      {texts[state.words](date)}{' '}
      {state.pay === 'checkout' && (
        <Link to={paths.checkout(planId)} className="font-semibold text-navy underline">
          {isUrgent ? 'Pagar agora' : 'Pagar o próximo período'}
        </Link>
      )}
      {state.pay === 'portal' && <CardPortal />}
    </p>
  )
}
