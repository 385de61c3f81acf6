import { accountsApi } from '@na-regua/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { finishBeforeLogout } from '../../lib/before-logout.ts'
import { closeSession, updateSessionUser, useSession } from '../../lib/session.ts'

/** Logs out even without a connection: the token then expires on the server by itself. */
export function useLogout() {
  const navigate = useNavigate()
  return async () => {
    await finishBeforeLogout()
    void api(accountsApi.logout).catch(() => undefined)
    closeSession()
    void navigate(paths.home())
  }
}

/**
 * Loads the session's user once per page load: the account may have changed on another device, or only the token is stored.
 * It does not import queries.ts, whose other endpoints would be part of every first load.
 */
export function useOwnAccount() {
  const { token } = useSession()
  const queryFn = () => api(accountsApi.me)
  const { data } = useQuery({ queryKey: ['account', 'me', token], queryFn, enabled: token !== undefined })
  const user = data?.user
  useEffect(() => {
    if (user) updateSessionUser(user)
  }, [user])
}
