import { useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { paths } from './paths.ts'
import { UserMenu } from './user-menu.tsx'

function LoginLink() {
  const { pathname, search, state } = useLocation()
  if (pathname === paths.login()) return null
  return (
    <ButtonLink to={paths.login()} state={{ from: pathname + search, ...state }} variant="ink">
      Entrar
    </ButtonLink>
  )
}

/** Until the page is alive, whoever has a session sees the empty place of the menu, not the button of a stranger. */
function Account() {
  const { isHydrated, user } = useSession()
  if (!user)
    return (
      <div className={isHydrated ? undefined : 'in-data-[session=open]:invisible'}>
        <LoginLink />
      </div>
    )
  return <UserMenu user={user} />
}

export function Header() {
  return (
    <header className="border-b border-line">
      <div className="container-page flex min-h-16 items-center gap-3 py-2 md:gap-5">
        <Logo />
        <div className="flex min-w-0 flex-1 justify-end md:justify-start" />
        <Account />
      </div>
    </header>
  )
}
