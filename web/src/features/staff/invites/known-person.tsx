import type { ReceivedInvite } from '@na-regua/contract/invites'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { closeSession, updateSessionUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { acceptInvite } from './queries.ts'

/** The way to the login, and back to the invite. */
export function LogInFirst({ token, email }: { token: string; email: string }) {
  return (
    <div className="grid gap-4">
      <p className="text-mute">
        Você já tem uma conta com <Address>{email}</Address>. Entre com ela para aceitar.
      </p>
      <ButtonLink to={paths.login()} state={{ from: paths.invite(token) }} size="large">
        Entrar para aceitar
      </ButtonLink>
    </div>
  )
}

/** Somebody else is logged in on this browser. */
export function OtherAccount({ invite, ownEmail }: { invite: ReceivedInvite; ownEmail: string }) {
  return (
    <div className="grid gap-4">
      <p className="text-mute">
        Este convite é para <Address>{invite.email}</Address>, e você entrou como <Address>{ownEmail}</Address>.
      </p>
      <Button size="large" onClick={closeSession}>
        Sair e continuar com o convite
      </Button>
    </div>
  )
}

/** One press; who was a customer goes on as a barber. */
export function AcceptButton({ token, onJoined }: { token: string; onJoined: () => void }) {
  const client = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => acceptInvite(token),
    onSuccess({ user }) {
      updateSessionUser(user)
      void client.invalidateQueries()
      onJoined()
    },
  })
  return (
    <div className="grid gap-4">
      {accepting.error && (
        <p role="alert" className="font-medium text-red">
          {errorText(accepting.error, 'Erro ao aceitar o convite. Tente novamente.')}
        </p>
      )}
      <Button size="large" isBusy={accepting.isPending} onClick={() => accepting.mutate()}>
        Aceitar convite
      </Button>
    </div>
  )
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-ink">{children}</strong>
}
