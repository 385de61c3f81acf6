import { type MetaArgs, useParams } from 'react-router'
import { OfferView } from '../features/waitlist/offer-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Abriu um horário' })
}

/** The page behind the link of a message: an exclusive offer, without a login. */
export default function OfferPage() {
  const { token = '' } = useParams()
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      <OfferView key={token} token={token} />
    </div>
  )
}
