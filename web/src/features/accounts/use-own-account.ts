import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { updateSessionUser, useSession } from '../../lib/session.ts'
import { getMe } from './queries.ts'

/** Asks once a visit who the session belongs to: the account may have changed on another device, or only its token be here. */
export function useOwnAccount() {
  const { token } = useSession()
  const { data } = useQuery({ queryKey: ['account', 'me', token], queryFn: getMe, enabled: token !== undefined })
  const user = data?.user
  useEffect(() => {
    if (user) updateSessionUser(user)
  }, [user])
}
