import { type MetaArgs, useSearchParams } from 'react-router'
import { EmailSubscriptionSwitch } from '../features/notifications/email-subscription.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'E-mails' })
}

export default function UnsubscribePage() {
  const [address] = useSearchParams()
  return (
    <div className="mx-auto max-w-2xl py-6">
      <EmailSubscriptionSwitch token={address.get('token') ?? ''} />
    </div>
  )
}
