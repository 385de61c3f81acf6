import type { ReceivedInvite } from '@na-regua/contract/invites'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { useSession } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyChair } from '../../../ui/empty-chair.tsx'
import { SceneMessage } from '../../../ui/scene-message.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { JoinForm } from './join-form.tsx'
import { AcceptButton, LogInFirst, OtherAccount } from './known-person.tsx'
import { inviteQuery } from './queries.ts'
import { stepOf } from './rules.ts'

type InviteViewProps = { token: string; consent: ReactNode; strength: (password: string) => ReactNode }

/** Who asks whom to sit where, and the one step that is missing. */
export function InviteView(props: InviteViewProps) {
  const [hasJoined, setJoined] = useState(false)
  const { data: invite, error } = useQuery({ ...inviteQuery(props.token), enabled: !hasJoined })
  if (invite && hasJoined) return <Joined shopName={invite.barbershop.name} />
  if (invite) return <Open {...{ ...props, invite }} onJoined={() => setJoined(true)} />
  if (error) return <Refused>{errorText(error, 'Não foi possível abrir o convite. Tente novamente.')}</Refused>
  return <LoadingMessage>Abrindo o convite...</LoadingMessage>
}

export function Refused({ children }: { children: string }) {
  return (
    <SceneMessage
      isAlert
      mirror="!"
      title="Convite indisponível"
      actions={<ButtonLink to={paths.home()}>Ir para o início</ButtonLink>}
    >
      {children}
    </SceneMessage>
  )
}

type OpenProps = InviteViewProps & { invite: ReceivedInvite; onJoined: () => void }

function Open(props: OpenProps) {
  const { barbershop, inviterName, expiresAt } = props.invite
  return (
    <section className="mx-auto grid w-full max-w-5xl items-center gap-8 py-2 md:grid-cols-2 md:gap-14 md:py-8">
      <EmptyChair text="sua" />
      <div className="grid gap-6">
        <div>
          <h1 className="text-3xl [overflow-wrap:anywhere]">Uma cadeira em {barbershop.name}</h1>
          <p className="mt-3 [overflow-wrap:anywhere] text-mute">
            {inviterName} convidou você para atender em {barbershop.city} - {barbershop.state}. O convite vale até{' '}
            {formatDate(expiresAt, deviceTimeZone())}.
          </p>
        </div>
        <Step {...props} />
      </div>
    </section>
  )
}

function Step(props: OpenProps) {
  const { token, invite, onJoined } = props
  const { isHydrated, user } = useSession()
  if (!isHydrated) return <LoadingMessage>Um instante...</LoadingMessage>
  const step = stepOf(invite, user?.email)
  if (step === 'join') return <JoinForm {...props} />
  if (step === 'log-in') return <LogInFirst token={token} email={invite.email} />
  if (step === 'other-account') return <OtherAccount invite={invite} ownEmail={user?.email ?? ''} />
  return <AcceptButton {...{ token, onJoined }} />
}

function Joined({ shopName }: { shopName: string }) {
  return (
    <SceneMessage
      isAlert
      mirror="oi"
      title="A cadeira é sua"
      actions={
        <>
          <ButtonLink to={paths.barberAppointments()}>Ver minha agenda</ButtonLink>
          <ButtonLink to={paths.barberSchedule()} variant="outline">
            Conferir meu horário
          </ButtonLink>
        </>
      }
    >
      Você agora atende em {shopName}. Os clientes já encontram você na página da barbearia.
    </SceneMessage>
  )
}
