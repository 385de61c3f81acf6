import { parseDeletionUndo } from '@na-regua/contract/privacy'
import { matchesPattern, TOKEN_PATTERN } from '@na-regua/contract/text-limits'
import { useMutation } from '@tanstack/react-query'
import { type MetaArgs, useLocation } from 'react-router'
import { undoEmailChange } from '../features/accounts/queries.ts'
import { DeletionRequested, UndoDeletion } from '../features/privacy/privacy-section.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { closeSession, getSession } from '../lib/session.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormAlert } from '../ui/form.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { SceneMessage } from '../ui/scene-message.tsx'

const isDeletion = (pathname: string) => pathname.startsWith('/desfazer-exclusao')

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: isDeletion(location.pathname) ? 'Desistir da exclusão' : 'Desfazer a troca de e-mail',
  })
}

/** The target of an emailed link that undoes a change of the account. Its token is in the hash, which is not sent to the server. */
export default function UndoPage() {
  const hash = useUrlHash()
  const { pathname, state } = useLocation()
  // The server knows neither the hash nor the state of the history entry.
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  // Shown after a deletion was requested, too.
  const { dueAt } = Object(state)
  if (isDeletion(pathname) && typeof dueAt === 'string') return <DeletionRequested dueAt={dueAt} />
  if (isDeletion(pathname)) return <UndoDeletion token={parseDeletionUndo(hash) ? hash : undefined} />
  return <UndoEmailChange token={matchesPattern(TOKEN_PATTERN, hash) ? hash : undefined} />
}

const mirror = '@'

/** Restores the previous email on a press: opening the emailed link alone, as mail programs do, changes nothing. */
function UndoEmailChange({ token }: { token: string | undefined }) {
  const undoing = useMutation({ mutationFn: undoEmailChange, onSuccess: endOwnSession })
  if (!token) {
    return (
      <SceneMessage
        mirror={mirror}
        title="Falta uma parte do link"
        actions={<ButtonLink to={paths.home()}>Ir para o início</ButtonLink>}
      >
        Abra o link inteiro, como está no e-mail que você recebeu.
      </SceneMessage>
    )
  }
  if (undoing.isSuccess) return <Undone />
  const failure = undoing.error
    ? errorText(undoing.error, 'Não foi possível desfazer a troca. Tente novamente.')
    : undefined
  return (
    <SceneMessage
      mirror={mirror}
      title="Desfazer a troca de e-mail?"
      actions={
        <div className="grid w-full max-w-md gap-4">
          <FormAlert>{failure}</FormAlert>
          <Button size="large" isBusy={undoing.isPending} onClick={() => undoing.mutate(token)}>
            Desfazer a troca
          </Button>
        </div>
      }
    >
      Seu e-mail anterior volta para a conta, todas as sessões são encerradas e a senha atual deixa de valer. Depois
      você cria uma nova.
    </SceneMessage>
  )
}

/** The session has ended on the server: a later request with it would redirect from this page to the login. */
function endOwnSession({ userId }: { userId: string }) {
  if (getSession().user?.id === userId) closeSession()
}

function Undone() {
  return (
    <SceneMessage
      isAlert
      mirror={mirror}
      title="A conta é sua de novo"
      actions={<ButtonLink to={paths.forgotPassword()}>Criar uma nova senha</ButtonLink>}
    >
      O e-mail de antes voltou e ninguém mais está na conta. A senha antiga não vale mais: crie uma nova agora.
    </SceneMessage>
  )
}
