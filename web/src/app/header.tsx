import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { paths } from './paths.ts'

// Visitors without a session do not download it.
const AccountCorner = lazy(() => import('./account-corner.tsx').then((module) => ({ default: module.AccountCorner })))

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
  return (
    <Suspense
      fallback={
        <div className="flex pl-12 md:pl-13">
          <Avatar name={user.name} src={user.avatarUrl} />
        </div>
      }
    >
      <AccountCorner user={user} />
    </Suspense>
  )
}

/** `search` is a box on wide screens and brings its own button and sheet on phones. */
export function Header({ search }: { search?: ReactNode }) {
  return (
    <header className="border-b border-line print:hidden">
      <div className="container-page flex min-h-16 items-center gap-3 py-2 md:gap-5">
        <Logo />
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">{search}</div>
        <Account />
      </div>
    </header>
  )
}
