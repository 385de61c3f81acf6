import type { User } from '@na-regua/contract/accounts'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProfileFact } from '../profile/profile-fact.tsx'
import { isGoogleManaged } from '../rules.ts'
import { EmailChangeDialog } from './email-change-dialog.tsx'

/** The address is read here and changed in its panel only. */
export function EmailRow({ user }: { user: User }) {
  // The address that the panel was opened for: with another one it begins anew, closed, and gives the focus back to its button.
  const [openFor, setOpenFor] = useState<string>()
  const isManaged = isGoogleManaged(user)
  const change = (
    <Button variant="outline" onClick={() => setOpenFor(user.email)}>
      Alterar
    </Button>
  )
  return (
    <>
      <ProfileFact label="E-mail" action={isManaged ? undefined : change}>
        {user.email} {!user.isEmailVerified && <Badge tone="brass">Não confirmado</Badge>}
      </ProfileFact>

      {isManaged && <p className="mt-2 text-sm text-mute">Email gerenciado pelo Google. Não é possível alterar.</p>}
      <EmailChangeDialog key={user.email} isOpen={openFor === user.email} onClose={() => setOpenFor(undefined)} />
    </>
  )
}
