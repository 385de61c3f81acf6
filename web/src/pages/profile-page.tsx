import type { MetaArgs } from 'react-router'
import { EmailRow } from '../features/accounts/email-change/email-row.tsx'
import { useLogout } from '../features/accounts/logout.tsx'
import { IdentitySection } from '../features/accounts/profile/identity-section.tsx'
import { SecuritySection } from '../features/accounts/profile/security-section.tsx'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CalendarFeedSection } from '../features/appointments/calendar-feed/calendar-feed-section.tsx'
import { PreferenceSection } from '../features/notifications/preference-section.tsx'
import { PrivacySection } from '../features/privacy/privacy-section.tsx'
import { RhythmChoice } from '../features/rhythm/rhythm-choice.tsx'
import { OwnRoles } from '../features/staff/members/role-list.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meu Perfil' })
}

export default function ProfilePage() {
  return (
    <RequireLogin loadingText="Carregando seu perfil...">
      <Profile />
    </RequireLogin>
  )
}

/** The sections of the account's settings; each belongs to its feature. */
function Profile() {
  const user = useUser()
  const logout = useLogout()
  if (!user) return null
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5">
      <h1 className="text-2xl">Meu Perfil</h1>
      <div className="divide-y divide-line rounded-card border border-line bg-card">
        <IdentitySection user={user} email={<EmailRow user={user} />} />
        <SecuritySection user={user} />
        <PreferenceSection role={user.role} consents={<RhythmChoice />} />
        <CalendarFeedSection />
        <PrivacySection hasPassword={user.hasPassword} />
      </div>
      <OwnRoles />
      {user.role !== 'OWNER' && <OwnBarbershopInvitation />}
      <div>
        <Button variant="outline" onClick={logout}>
          <Icon name="logout" />
          Sair da Conta
        </Button>
      </div>
    </div>
  )
}

/** Where the owner of a barbershop looks for it on a phone. */
function OwnBarbershopInvitation() {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card p-5">
      Tem uma barbearia?
      <ButtonLink to={paths.becomeOwner()} variant="outline">
        Torne-se dono
      </ButtonLink>
    </p>
  )
}
