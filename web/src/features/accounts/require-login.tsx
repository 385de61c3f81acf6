import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Waiting } from '../../ui/spinner.tsx'
import { canEnter, type Door } from './rules.ts'

type RequireLoginProps = Door & { children: ReactNode; waitingText?: string }

/** Around a private page: it exists in the browser only, for those who may enter. */
export function RequireLogin({ children, waitingText = 'Carregando...', ...door }: RequireLoginProps) {
  const { isHydrated, user } = useSession()
  const { pathname, search } = useLocation()
  if (!isHydrated) return <Waiting>{waitingText}</Waiting>
  if (!user) return <Navigate to={paths.login()} replace state={{ from: pathname + search }} />
  if (!canEnter(user.role, door)) return <Navigate to={paths.home()} replace />
  return children
}
