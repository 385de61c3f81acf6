import { accountsApi } from '@na-regua/contract/accounts'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { closeSession, finishBeforeLogout } from '../../lib/session.ts'

/** Leaving works without the server, too: there the token ends by itself. */
export function useLogout() {
  const navigate = useNavigate()
  return async () => {
    await finishBeforeLogout()
    void api(accountsApi.logout).catch(() => undefined)
    closeSession()
    void navigate(paths.home())
  }
}
