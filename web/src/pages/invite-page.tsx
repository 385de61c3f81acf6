import type { MetaArgs } from 'react-router'
import { PasswordStrength } from '../features/accounts/login/login-form.tsx'
import { ConsentNotice } from '../features/accounts/login/login-layout.tsx'
import { logOut } from '../features/accounts/logout.tsx'
import { InvalidInvite, InviteView } from '../features/staff/invites/invite-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { LoadingMessage } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Convite' })
}

/** The token is in the fragment of the URL, which browsers do not send to the server. */
export default function InvitePage() {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  if (!/^[\w-]{43}$/.test(hash))
    return <InvalidInvite>Abra o link inteiro, como está no e-mail que você recebeu.</InvalidInvite>
  return (
    <InviteView
      key={hash}
      token={hash}
      onLogout={() => void logOut()}
      consent={<ConsentNotice />}
      strength={(password) => <PasswordStrength password={password} />}
    />
  )
}
