import type { ReceivedInvite } from '@na-regua/contract/invites'
import { matchesPattern, TOKEN_PATTERN } from '@na-regua/contract/text-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MetaArgs } from 'react-router'
import { PasswordStrength } from '../features/accounts/login/login-form.tsx'
import { ConsentNotice } from '../features/accounts/login/login-layout.tsx'
import { logOut } from '../features/accounts/logout.tsx'
import { JoinForm } from '../features/staff/invites/join-form.tsx'
import { chooseInviteStep, describeRole, roleNames } from '../features/staff/members/rules.ts'
import { acceptInvite, inviteQuery } from '../features/staff/queries.ts'
import { errorText } from '../lib/api-error.ts'
import { formatDate } from '../lib/format.ts'
import { deviceTimeZone } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { updateSessionUser, useSession } from '../lib/session.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { EmptyChair, SceneMessage } from '../ui/scene-message.tsx'
import { Sentences } from '../ui/sentences.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Convite' })
}

/** The token is in the fragment of the URL, which browsers do not send to the server. */
export default function InvitePage() {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  if (!matchesPattern(TOKEN_PATTERN, hash))
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

type InviteViewProps = {
  token: string
  consent: ReactNode
  strength: (password: string) => ReactNode
  /** After a question about what was not sent yet. */
  onLogout: () => void
}

/** An invite: who invites to which barbershop, and the next step. */
function InviteView(props: InviteViewProps) {
  const [hasAccepted, setAccepted] = useState(false)
  const { data: invite, error } = useQuery({ ...inviteQuery(props.token), enabled: !hasAccepted })
  if (invite && hasAccepted) return <AcceptedInvite invite={invite} />
  if (invite) return <OpenInvite {...props} invite={invite} onAccepted={() => setAccepted(true)} />
  if (error)
    return (
      <InvalidInvite>
        <Sentences>{errorText(error, 'Não foi possível abrir o convite. Tente novamente.')}</Sentences>
      </InvalidInvite>
    )
  return <LoadingMessage>Abrindo o convite...</LoadingMessage>
}

function InvalidInvite({ children }: { children: ReactNode }) {
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

type OpenInviteProps = InviteViewProps & { invite: ReceivedInvite; onAccepted: () => void }

function OpenInvite(props: OpenInviteProps) {
  const { role, barber, barbershop, inviterName, expiresAt } = props.invite
  const isBarber = role === 'BARBER'
  return (
    <section className="mx-auto grid w-full max-w-5xl items-center gap-8 py-2 md:grid-cols-2 md:gap-14 md:py-8">
      {/* On a phone the next step is in the first screen, however long the names are. */}
      <div className="max-md:hidden">
        <EmptyChair text="sua" />
      </div>
      <div className="grid gap-6">
        <div>
          <h1 className="text-2xl wrap-anywhere md:text-3xl">
            {isBarber ? 'Uma cadeira em' : `${roleNames[role]} em`} {barbershop.name}
          </h1>
          <p className="mt-3 wrap-anywhere text-mute">
            {inviterName} convidou você para {isBarber ? 'atender' : 'trabalhar'} em {barbershop.city} -{' '}
            {barbershop.state}. O convite vale até {formatDate(expiresAt, deviceTimeZone())}.
            {!isBarber && ` O que você faz: ${describeRole(role)}.`}
          </p>
          {barber && (
            <p className="mt-3 wrap-anywhere text-mute">
              A agenda de {barber.name} passa para a sua conta com tudo o que está marcado. Os clientes veem o nome da
              sua conta.
            </p>
          )}
        </div>
        <NextStep {...props} />
      </div>
    </section>
  )
}

function NextStep(props: OpenInviteProps) {
  const { token, invite, onAccepted, onLogout } = props
  const { isHydrated, user } = useSession()
  if (!isHydrated) return <LoadingMessage>Um instante...</LoadingMessage>
  const step = chooseInviteStep(invite, user?.email)
  if (step === 'join')
    return (
      <>
        {invite.isLink && <LogInInstead token={token} />}
        <JoinForm {...props} />
      </>
    )
  if (step === 'log-in') return <LogInFirst token={token} email={invite.email} />
  if (step === 'other-account') return <OtherAccount invite={invite} onLogout={onLogout} ownEmail={user?.email ?? ''} />
  return <AcceptButton token={token} onAccepted={onAccepted} />
}

function AcceptedInvite({ invite: { role, barbershop } }: { invite: ReceivedInvite }) {
  if (role !== 'BARBER')
    return (
      <SceneMessage
        isAlert
        mirror="oi"
        title="Você está na equipe"
        actions={<ButtonLink to={paths.ownerToday()}>Ver a agenda do dia</ButtonLink>}
      >
        Você agora é {roleNames[role].toLowerCase()} em {barbershop.name}.
      </SceneMessage>
    )
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
      Você agora atende em {barbershop.name}. Os clientes já encontram você na página da barbearia.
    </SceneMessage>
  )
}

/** Link to the login, which returns to the invite. */
function LogInFirst({ token, email }: { token: string; email: string }) {
  return (
    <div className="grid gap-4">
      <p className="text-mute">
        Você já tem uma conta com <EmailAddress>{email}</EmailAddress>. Entre com ela para aceitar.
      </p>
      <ButtonLink to={paths.login()} state={{ from: paths.invite(token) }} size="large">
        Entrar para aceitar
      </ButtonLink>
    </div>
  )
}

/** A link for any account: who has one logs in, others join below. */
function LogInInstead({ token }: { token: string }) {
  return (
    <p className="text-mute">
      Já tem conta?{' '}
      <ButtonLink to={paths.login()} state={{ from: paths.invite(token) }} variant="ghost" className="px-2! underline">
        Entrar para aceitar
      </ButtonLink>
    </p>
  )
}

type OtherAccountProps = Pick<OpenInviteProps, 'invite' | 'onLogout'> & { ownEmail: string }

/** Another account is logged in. */
function OtherAccount({ invite, ownEmail, onLogout }: OtherAccountProps) {
  return (
    <div className="grid gap-4">
      <p className="text-mute">
        Este convite é para <EmailAddress>{invite.email}</EmailAddress>, e você entrou como{' '}
        <EmailAddress>{ownEmail}</EmailAddress>.
      </p>
      <Button size="large" onClick={onLogout}>
        Sair e continuar com o convite
      </Button>
    </div>
  )
}

/** Accepting an invite for barbers turns a customer into a barber. */
function AcceptButton({ token, onAccepted }: { token: string; onAccepted: () => void }) {
  const client = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => acceptInvite(token),
    onSuccess({ user }) {
      updateSessionUser(user)
      void client.invalidateQueries()
      onAccepted()
    },
  })
  return (
    <div className="grid gap-4">
      {accepting.error && (
        <p role="alert" className="font-medium text-red">
          <Sentences>{errorText(accepting.error, 'Erro ao aceitar o convite. Tente novamente.')}</Sentences>
        </p>
      )}
      <Button size="large" isBusy={accepting.isPending} onClick={() => accepting.mutate()}>
        Aceitar convite
      </Button>
    </div>
  )
}

function EmailAddress({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-ink">{children}</strong>
}
