import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { ReceivedReviews } from '../features/reviews/received-reviews.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Avaliações recebidas' })
}

export default function ReceivedReviewsPage() {
  return (
    <RequireLogin allowedRoles={['BARBER', 'OWNER']} barbershopRoles={['MANAGER']}>
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
        <h1 className="text-2xl md:text-3xl">Avaliações</h1>
        <ReceivedReviews />
      </div>
    </RequireLogin>
  )
}
