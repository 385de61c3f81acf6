import type { Role, User } from '@na-regua/contract/accounts'
import type { Permission } from '@na-regua/contract/permissions'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { isPermitted, opensPanel } from '../../lib/permissions.ts'
import { useIsRestored } from '../../lib/restore-stored.ts'
import { isNewcomer, useSession } from '../../lib/session.ts'
import { useReturnPath } from '../../lib/use-url-params.ts'
import { LoadingMessage } from '../../ui/loading.tsx'

type PageAccess = {
  requireAdmin?: boolean
  requireOwner?: boolean
  allowedRoles?: readonly Role[]
  /** Who has it in a barbershop enters too, whatever the role of the account. `panel`: who has work there. */
  permission?: Permission | 'panel'
}

type Enterer = Pick<User, 'role' | 'permissions'>

/** The owner role is also called admin: one role with two names. */
function isAdmin(role: Role | undefined) {
  return role === 'OWNER'
}

export function canEnter(user: Enterer, { requireAdmin, requireOwner, allowedRoles, permission }: PageAccess) {
  const { role } = user
  if (permission && (permission === 'panel' ? opensPanel(user) : isPermitted(permission, user))) return true
  if ((requireAdmin || requireOwner) && !isAdmin(role)) return false
  return allowedRoles?.includes(role) ?? true
}

type RequireLoginProps = PageAccess & {
  children: ReactNode
  loadingText?: string
  /** Nothing of the page is personal before the user acts: it is rendered on the server too, before the session is known. */
  isReadable?: boolean
  /** Shown by the login page to an anonymous user who is redirected to it. */
  reason?: string
  /** Most anonymous users have no account yet: a browser that never had a session is redirected to the registration. */
  expectsNewcomers?: boolean
}

/** The frame of a private page: for users with access, and rendered in the browser only, unless it is readable. */
export function RequireLogin({
  children,
  loadingText = 'Carregando...',
  isReadable = false,
  reason,
  expectsNewcomers = false,
  ...access
}: RequireLoginProps) {
  const { isHydrated, user, hasLoggedOut } = useSession()
  const isRestored = useIsRestored(user)
  const wasLoggedIn = useWasLoggedIn(user !== undefined)
  if (!isHydrated && !isReadable) return <LoadingMessage isPage>{loadingText}</LoadingMessage>
  if (user && !canEnter(user, access)) return <Navigate to={paths.home()} replace />
  if (user && !isRestored && !isReadable) return <LoadingMessage isPage>{loadingText}</LoadingMessage>
  // What is readable stays until the redirect has loaded its page.
  return (
    <>
      {isHydrated && !user && (
        <LoginRedirect
          isGoingHome={hasLoggedOut === true && wasLoggedIn}
          expectsNewcomers={expectsNewcomers}
          reason={reason}
        />
      )}
      {(user !== undefined || isReadable) && children}
    </>
  )
}

type LoginRedirectProps = Pick<RequireLoginProps, 'reason' | 'expectsNewcomers'> & { isGoingHome: boolean }

function LoginRedirect({ isGoingHome, expectsNewcomers, reason }: LoginRedirectProps) {
  const { state } = useLocation()
  const from = useReturnPath()
  if (isGoingHome) return <Navigate to={paths.home()} replace />
  const to = expectsNewcomers && isNewcomer() ? paths.register() : paths.login()
  // A page that ended the session itself knows why, and whose it was.
  return <Navigate to={to} replace state={{ reason, ...Object(state), from }} />
}

/** A user who logs out on a private page is redirected to the home page, not to the login. */
function useWasLoggedIn(isLoggedIn: boolean) {
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn)
  useEffect(() => {
    if (isLoggedIn) setWasLoggedIn(true)
  }, [isLoggedIn])
  return wasLoggedIn
}
