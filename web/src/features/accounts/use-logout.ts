import { accountsApi } from '@na-regua/contract/accounts'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { finishBeforeLogout } from '../../lib/before-logout.ts'
import { closeSession } from '../../lib/session.ts'

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
