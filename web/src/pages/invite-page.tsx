import type { MetaArgs } from 'react-router'
import { ConsentWords } from '../features/accounts/login/login-layout.tsx'
import { PasswordStrength } from '../features/accounts/password/password-strength.tsx'
import { InviteView, Refused } from '../features/staff/invites/invite-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useHash } from '../lib/use-url.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Convite' })
}

/** The token stands behind the #, where only the browser reads it. */
export default function InvitePage() {
  const hash = useHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  if (!/^[\w-]{43}$/.test(hash)) return <Refused>Abra o link inteiro, como está no e-mail que você recebeu.</Refused>
  return (
    <InviteView
      key={hash}
      token={hash}
      consent={<ConsentWords />}
      strength={(password) => <PasswordStrength password={password} />}
    />
  )
}
