import { type MetaArgs, Navigate, useLocation, useSearchParams } from 'react-router'
import { LoginForm } from '../features/accounts/login/login-form.tsx'
import { LoginSide } from '../features/accounts/login/login-side.tsx'
import { ModeSwitch } from '../features/accounts/login/mode-switch.tsx'
import { RegisterForm } from '../features/accounts/login/register-form.tsx'
import { safeFrom } from '../features/accounts/login/rules.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Entrar ou cadastrar' })
}

export default function LoginPage() {
  const { user } = useSession()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const isRegistering = search.get('mode') === 'register'
  if (user) return <Navigate to={safeFrom(state)} replace />

  return (
    <div className="mx-auto grid w-full max-w-5xl items-start gap-10 py-2 lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-16 lg:py-8">
      <section className="mx-auto grid w-full max-w-md gap-6">
        <div>
          <h1 className="text-2xl">{isRegistering ? 'Crie sua conta' : 'Entre na sua conta'}</h1>
          <p className="mt-1.5 text-mute">
            {isRegistering
              ? 'Leva menos de um minuto. Depois é só escolher o horário.'
              : 'Falta pouco para marcar o seu horário.'}
          </p>
        </div>
        <ModeSwitch isRegistering={isRegistering} />
        {isRegistering ? <RegisterForm /> : <LoginForm />}
      </section>
      <LoginSide />
    </div>
  )
}
