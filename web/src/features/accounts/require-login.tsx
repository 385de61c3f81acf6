import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { LoadingMessage } from '../../ui/loading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { canEnter, type PageAccess } from './rules.ts'

type RequireLoginProps = PageAccess & {
  children: ReactNode
  loadingText?: string
  /** Shown to an anonymous user who is redirected to the login. */
  reason?: string
}

/** The frame of a private page: it is rendered in the browser only, for users with access. */
export function RequireLogin({ children, loadingText = 'Carregando...', reason, ...access }: RequireLoginProps) {
  const { isHydrated, user, hasLoggedOut } = useSession()
  const wasLoggedIn = useWasLoggedIn(user !== undefined)
  const { pathname, search } = useLocation()
  if (!isHydrated) return <LoadingMessage isPage>{loadingText}</LoadingMessage>
  if (!user && hasLoggedOut && wasLoggedIn) return <Navigate to={paths.home()} replace />
  if (!user) return <RedirectToLogin from={pathname + search} reason={reason} />
  if (!canEnter(user.role, access)) return <Navigate to={paths.home()} replace />
  return children
}

/** A user who logs out on a private page is redirected to the home page, not to the login. */
function useWasLoggedIn(isLoggedIn: boolean) {
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn)
  useEffect(() => {
    if (isLoggedIn) setWasLoggedIn(true)
  }, [isLoggedIn])
  return wasLoggedIn
}

function RedirectToLogin({ from, reason }: { from: string; reason: string | undefined }) {
  useEffect(() => {
    if (reason) showToast({ tone: 'info', title: reason })
  }, [reason])
  return <Navigate to={paths.login()} replace state={{ from }} />
}
