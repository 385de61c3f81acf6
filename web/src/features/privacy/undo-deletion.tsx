import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../app/paths.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { closeSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SceneMessage } from '../../ui/scene-message.tsx'
import { undoDeletion } from './queries.ts'

/** Undoes the deletion on a press: opening the emailed link alone, as mail programs do, changes nothing. */
export function UndoDeletion({ token }: { token: string | undefined }) {
  const undoing = useMutation({ mutationFn: undoDeletion })
  if (!token) {
    const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
    return (
      <SceneMessage mirror="♥" title="Falta uma parte do link" actions={home}>
        Abra o link inteiro, como está no e-mail que você recebeu.
      </SceneMessage>
    )
  }
  if (undoing.isSuccess) {
    const login = <ButtonLink to={paths.login()}>Entrar</ButtonLink>
    return (
      <SceneMessage isAlert mirror="Oba" title="Que bom que você ficou" actions={login}>
        O pedido de exclusão foi desfeito e nada seu se perdeu. Só os agendamentos cancelados não voltam.
      </SceneMessage>
    )
  }
  const undoButton = (
    <div className="grid w-full max-w-md gap-4">
      {undoing.error && (
        <p role="alert" className="rounded-control bg-red-soft px-3.5 py-3 text-red">
          {errorText(undoing.error, 'Não foi possível desfazer o pedido. Tente novamente.')}
        </p>
      )}
      <Button size="large" isBusy={undoing.isPending} onClick={() => undoing.mutate(token)}>
        Ficar com a minha conta
      </Button>
    </div>
  )
  return (
    <SceneMessage mirror="♥" title="Desistir da exclusão?" actions={undoButton}>
      Sua conta está fechada e seus dados somem em poucos dias. Com um toque ela volta a ser como era.
    </SceneMessage>
  )
}

/** Confirms a requested deletion: when it happens, and how to undo it. */
export function DeletionRequested({ dueAt }: { dueAt: string }) {
  // Not in the deletion dialog: a private page without a session redirects to the login.
  useEffect(closeSession, [])
  const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
  return (
    <SceneMessage mirror="Até" title="Sua conta foi fechada" actions={home}>
      Em {formatDate(dueAt, 'America/Sao_Paulo')} seus dados pessoais somem de vez. Mudou de ideia? Até lá, o link que
      enviamos por e-mail desfaz tudo.
    </SceneMessage>
  )
}
