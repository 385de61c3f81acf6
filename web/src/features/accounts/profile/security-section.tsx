import type { User } from '@na-regua/contract/accounts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { PasswordChangeDialog } from '../password-change/password-change-dialog.tsx'
import { isGoogleManaged } from '../rules.ts'
import { SessionList } from '../sessions/session-list.tsx'

export function SecuritySection({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionCard title="Segurança">
      {isGoogleManaged(user) ? (
        <p className="text-mute">
          Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.
        </p>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Icon name="lock" />
          Redefinir Senha
        </Button>
      )}
      <h3 className="mt-6 text-lg">Onde sua conta está aberta</h3>
      <SessionList />
      <PasswordChangeDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </SectionCard>
  )
}
