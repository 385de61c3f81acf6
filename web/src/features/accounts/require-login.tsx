import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { LoadingMessage } from '../../ui/loading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { canEnter, type PageAccess } from './rules.ts'

type RequireLoginProps = PageAccess & {
  children: ReactNode
  waitingText?: string
  /** Told to a visitor on the way to the login. */
  reason?: string
}

/** Around a private page: it exists in the browser only, for those who may enter. */
export function RequireLogin({ children, waitingText = 'Carregando...', reason, ...door }: RequireLoginProps) {
  const { isHydrated, user, hasLeft } = useSession()
  const wasIn = useWasIn(user !== undefined)
  const { pathname, search } = useLocation()
  if (!isHydrated) return <LoadingMessage isPage>{waitingText}</LoadingMessage>
  if (!user && hasLeft && wasIn) return <Navigate to={paths.home()} replace />
  if (!user) return <ToLogin from={pathname + search} reason={reason} />
  if (!canEnter(user.role, door)) return <Navigate to={paths.home()} replace />
  return children
}

/** Whoever leaves while looking at a private page goes home, as from any other page, and not to the login. */
function useWasIn(isIn: boolean) {
  const [wasIn, setWasIn] = useState(isIn)
  useEffect(() => {
    if (isIn) setWasIn(true)
  }, [isIn])
  return wasIn
}

function ToLogin({ from, reason }: { from: string; reason: string | undefined }) {
  useEffect(() => {
    if (reason) showToast({ tone: 'info', title: reason })
  }, [reason])
  return <Navigate to={paths.login()} replace state={{ from }} />
}
