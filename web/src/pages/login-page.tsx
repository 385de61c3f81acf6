import { matchesPattern, TOKEN_PATTERN } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { type MetaArgs, matchPath, Navigate, useLocation, useSearchParams } from 'react-router'
import { LinkForm, UndoGoogleDeletion, useGoogleReturn } from '../features/accounts/login/google-login.tsx'
import { LoginForm, RegisterForm } from '../features/accounts/login/login-form.tsx'
import { ConsentNotice, LoginSide, ModeSwitch, ProviderLogin } from '../features/accounts/login/login-layout.tsx'
import { ForgotPassword, InvalidResetLink, LinkReset } from '../features/accounts/password/forgot-password.tsx'
import { parseReturnPath } from '../features/accounts/rules.ts'
import {
  type BookingChoices,
  listActiveServices,
  readBookingChoices,
  selectBarber,
  selectServices,
  toSelectedServices,
  toShopOfBarber,
} from '../features/appointments/booking/rules.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { formatMoney, formatShortDate, formatTimeInSentence } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { isWorkPage, paths } from '../lib/paths.ts'
import { SESSION_ENDED, useSession, useUser } from '../lib/session.ts'
import type { PageHandle } from '../lib/site.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage, Skeleton } from '../ui/loading.tsx'

export const handle: PageHandle = { parameters: ['mode'] }

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Entrar ou cadastrar',
    description: 'Entre ou crie sua conta para agendar, favoritar barbearias e acompanhar seus horários.',
    path: paths.login(),
  })
}

/** Who comes from a page of the staff is no customer. A page that gives a reason of its own is believed. */
function describeReason(state: unknown): string | undefined {
  const { reason } = Object(state) as { reason?: unknown }
  const isFromWork = isWorkPage(new URL(parseReturnPath(state), 'http://site.invalid').pathname)
  if (isFromWork && reason === SESSION_ENDED)
    return 'Sua sessão terminou. Entre de novo e volte para onde você estava na barbearia'
  if (typeof reason === 'string') return reason
  return isFromWork ? 'Entre para abrir a agenda e os clientes da barbearia' : undefined
}

/** Why the page that the user wanted needs a login. The server does not know it, so it is shown after hydration. */
function useReason() {
  const { isHydrated } = useSession()
  const { state } = useLocation()
  const reason = describeReason(state)
  return isHydrated && reason ? <span role="status">{reason}.</span> : undefined
}

function Screen({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <div>
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1.5 text-mute">{text}</p>
      </div>
      {children}
    </>
  )
}

/** Where the owner of a barbershop looks for it first: they have no account yet. */
function OwnBarbershopLink() {
  return (
    <p className="text-mute">
      Tem uma barbearia?{' '}
      <ButtonLink to={paths.becomeOwner()} variant="ghost" className="px-2! underline underline-offset-4">
        Torne-se dono
      </ButtonLink>
    </p>
  )
}

function Register() {
  return (
    <Screen title="Crie sua conta" text={useReason() ?? 'Leva menos de um minuto. Depois é só escolher o horário.'}>
      <LoginBooking />
      <ModeSwitch isRegistering />
      <ProviderLogin isFirst />
      <RegisterForm />
      <ConsentNotice />
      <OwnBarbershopLink />
    </Screen>
  )
}

function Login() {
  return (
    <Screen title="Entre na sua conta" text={useReason() ?? 'Falta pouco para marcar o seu horário.'}>
      <LoginBooking />
      <ModeSwitch isRegistering={false} />
      <LoginForm />
      <ProviderLogin />
      <ConsentNotice />
      <OwnBarbershopLink />
    </Screen>
  )
}

function Mode({ mode }: { mode: string }) {
  if (mode === 'forgot') return <Forgot />
  if (mode === 'reset') return <Reset />
  return mode === 'register' ? <Register /> : <Login />
}

function Linking(props: ComponentProps<typeof LinkForm>) {
  const text = (
    <>
      O e-mail <strong className="font-semibold wrap-anywhere text-ink">{props.link.email}</strong> tem uma conta com
      senha aqui. Entre com ela uma vez; depois, o Google abre a mesma conta.
    </>
  )
  return (
    <Screen title="Você já tem uma conta" text={text}>
      <LinkForm {...props} />
    </Screen>
  )
}

function Forgot() {
  return (
    <Screen title="Crie uma nova senha" text="Enviamos um código ao seu e-mail para ter certeza de que é você.">
      <ForgotPassword />
    </Screen>
  )
}

/** The token of the email's link is in the hash, which is not sent to the server. */
function Reset() {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  return (
    <Screen title="Crie uma nova senha" text="O link do e-mail mostrou que é você. Todas as outras sessões terminam.">
      {matchesPattern(TOKEN_PATTERN, hash) ? (
        <LinkReset key={hash} token={hash} />
      ) : (
        <InvalidResetLink>Abra o link inteiro, como está no e-mail que você recebeu.</InvalidResetLink>
      )}
    </Screen>
  )
}

export default function LoginPage() {
  const user = useUser()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const { isEntering, link, deletionError, cancel } = useGoogleReturn()
  const mode = search.get('mode')
  // A user with a session may have forgotten the password, too.
  if (user && mode !== 'reset') return <Navigate to={parseReturnPath(state)} replace />
  if (isEntering) return <LoadingMessage>Entrando com o Google...</LoadingMessage>

  return (
    <div className="mx-auto grid w-full max-w-5xl items-start gap-10 py-2 lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-16 lg:py-8">
      <section className="mx-auto grid w-full max-w-md gap-6">
        {mode ? (
          <Mode mode={mode} />
        ) : link ? (
          <Linking link={link} onCancel={cancel} />
        ) : deletionError ? (
          <Screen title="Sua conta está de saída" text="O Google abriu a sua conta, e ela espera para ser excluída.">
            <UndoGoogleDeletion error={deletionError} onCancel={cancel} />
          </Screen>
        ) : (
          <Login />
        )}
      </section>
      <LoginSide />
    </div>
  )
}

const bookingPattern = '/barbershop/:barbershopId/booking/:barberId/:serviceId?'

/** What the user was booking when the login was required; undefined for any other page. */
export function readPendingBooking(returnPath: string): BookingChoices | undefined {
  const { pathname, searchParams } = new URL(returnPath, 'http://site.invalid')
  const match = matchPath(bookingPattern, pathname)
  const choices = match && readBookingChoices(match.params, searchParams)
  return choices?.reschedule ? undefined : (choices ?? undefined)
}

/** On the login page: what is being booked. The page to return to is in the history state, which the server does not know. */
function LoginBooking() {
  const { isHydrated } = useSession()
  const { state } = useLocation()
  const choices = isHydrated ? readPendingBooking(parseReturnPath(state)) : undefined
  return choices && <PendingBooking choices={choices} />
}

function PendingBooking({ choices }: { choices: BookingChoices }) {
  const { data, isError } = useQuery(barbershopQuery(choices.barbershopId))
  const { data: barbers, isError: hasNoBarbers } = useQuery(barbersQuery(choices.barbershopId))
  if (isError || hasNoBarbers) return null
  if (!data || !barbers) return <Skeleton className="h-26 rounded-card" />
  const { barbershop } = data
  const barber = selectBarber(barbers, choices.barberId)
  const shop = toShopOfBarber(barbershop, barbers, barber?.id)
  const services = toSelectedServices(selectServices(listActiveServices(shop.services), choices), shop)
  const { date, time } = choices
  return (
    <section aria-label="O que você está agendando" className="rounded-card border border-line bg-card px-4 py-3">
      <p className="wrap-anywhere font-semibold">{barbershop.name}</p>
      <p className="wrap-anywhere text-sm text-mute">
        {[services?.name, barber && `com ${barber.name}`].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-1.5 tabular-nums">
        <span className={time ? 'font-semibold' : 'text-mute'}>
          {date && time
            ? `${formatShortDate(date)} às ${formatTimeInSentence(time)}`
            : 'Dia e horário você escolhe em seguida'}
        </span>
        {services && <span className="font-semibold">{formatMoney(services.priceCents)}</span>}
      </p>
    </section>
  )
}
