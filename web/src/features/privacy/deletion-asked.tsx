import { useEffect } from 'react'
import { paths } from '../../app/paths.ts'
import { formatDate } from '../../lib/format.ts'
import { closeSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SceneMessage } from '../../ui/scene-message.tsx'

/** The last word to somebody who leaves: until when, and how to stay. */
export function DeletionAsked({ dueAt }: { dueAt: string }) {
  // Here, and not where it was asked for: on a private page a closed session would lead to the login.
  useEffect(closeSession, [])
  const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
  return (
    <SceneMessage mirror="Até" title="Sua conta foi fechada" actions={home}>
      Em {formatDate(dueAt, 'America/Sao_Paulo')} seus dados pessoais somem de vez. Mudou de ideia? Até lá, o link que
      enviamos por e-mail desfaz tudo.
    </SceneMessage>
  )
}
