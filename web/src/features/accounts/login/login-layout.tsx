import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useSite } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { EmptyChair } from '../../../ui/scene-message.tsx'
import { GoogleButton } from './google-login.tsx'

/** Each mode has its own URL; the page to return to (`from`) is kept. */
export function ModeSwitch({ isRegistering }: { isRegistering: boolean }) {
  const { state } = useLocation()
  const modes = [
    { label: 'Entrar', to: paths.login(), isOn: !isRegistering },
    { label: 'Cadastrar', to: paths.register(), isOn: isRegistering },
  ]
  return (
    <nav aria-label="Entrar ou cadastrar" className="grid grid-cols-2 rounded-control border border-line bg-card p-1">
      {modes.map(({ label, to, isOn }) => (
        <Link
          key={label}
          to={to}
          state={state}
          replace
          preventScrollReset
          aria-current={isOn ? 'page' : undefined}
          className={clsx(
            'grid min-h-11 place-items-center rounded-small font-semibold transition-colors',
            isOn ? 'bg-ink text-paper' : 'text-mute hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Sign-in with Google, if it is configured: below the form, or above it for those who have no password yet. */
export function ProviderLogin({ isFirst = false }: { isFirst?: boolean }) {
  if (!useSite()?.hasGoogle) return null
  const divider = (
    <p className="flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      ou
    </p>
  )
  return (
    <>
      {!isFirst && divider}
      <GoogleButton />
      {isFirst && divider}
    </>
  )
}

const linkClass = 'font-semibold text-navy underline underline-offset-4'

/** Shown wherever an account can be created: continuing accepts the terms, in the version that the server stores. */
export function ConsentNotice() {
  return (
    <p className="text-sm text-mute">
      Ao criar sua conta, com senha ou com o Google, você aceita os{' '}
      <Link to={paths.terms()} className={linkClass}>
        Termos de uso
      </Link>{' '}
      e a{' '}
      <Link to={paths.privacy()} className={linkClass}>
        Política de privacidade
      </Link>
      .
    </p>
  )
}

const promises = [
  'Você vê o horário livre de verdade, sem telefonema.',
  'Marcou, ninguém mais pega a sua cadeira.',
  'Sem taxa para quem marca e sem aplicativo para instalar.',
]

const free = [
  [600, 690],
  [870, 1020],
] as const

/** The benefits of an account; only on screens with space beside the form. */
export function LoginSide() {
  return (
    <aside className="grid gap-6 rounded-hero border border-line bg-card p-8 max-lg:hidden">
      <EmptyChair text="15h" />
      <div>
        <h2 className="text-2xl">Marcou, é seu.</h2>
        <ul className="mt-4 grid gap-2.5">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 text-green" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <Ruler from={540} to={1200} free={free} text="Um dia de exemplo: livre das 10h às 11h30 e das 14h30 às 17h." />
    </aside>
  )
}
