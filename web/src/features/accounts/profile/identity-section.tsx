import type { User } from '@na-regua/contract/accounts'
import { type ReactNode, useRef, useState } from 'react'
import { formatPhone } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { AvatarField } from './avatar-field.tsx'
import { IdentityForm } from './identity-form.tsx'
import { ProfileFact } from './profile-fact.tsx'

/** Who the person is here: picture, name, phone, and with `email` the address. */
export function IdentitySection({ user, email }: { user: User; email: ReactNode }) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)

  function close() {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  return (
    <SectionCard title="Dados pessoais">
      <div className="grid grid-cols-1 gap-6">
        <AvatarField user={user} />
        {isEditing ? (
          <IdentityForm user={user} onClose={close} />
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <ProfileFact label="Nome">{user.name}</ProfileFact>
            <ProfileFact label="Telefone">{user.phone ? formatPhone(user.phone) : 'Não informado'}</ProfileFact>
            <Button ref={editButton} variant="outline" className="justify-self-start" onClick={() => setEditing(true)}>
              <Icon name="pencil" />
              Editar Perfil
            </Button>
          </div>
        )}
        <div className="border-t border-line pt-5">{email}</div>
      </div>
    </SectionCard>
  )
}
