import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { openSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { enterWithGoogle } from './queries.ts'
import { readTold, takeVisit } from './rules.ts'

const failure = 'Erro ao fazer login com Google'

/** A proved identity that still needs the password of the account with its address. */
export type WaitingLink = { linkToken: string; email: string }

function readLink(error: unknown): WaitingLink | undefined {
  if (!hasCode(error, 'GOOGLE_LINK_REQUIRED')) return undefined
  return { linkToken: String(error.details.linkToken), email: String(error.details.email) }
}

/** What a refusal says beyond the specification's sentence, where the person can do something about it. */
function explain(error: unknown) {
  return hasCode(error, 'GOOGLE_EMAIL_UNVERIFIED', 'GOOGLE_OTHER_ACCOUNT', 'TOO_MANY_REQUESTS')
    ? error.message
    : undefined
}

/** On the login page: takes up what the way back from Google brought, and clears it from the address at once. */
export function useGoogleReturn() {
  const navigate = useNavigate()
  const wasRead = useRef(false)
  const entrance = useMutation({
    mutationFn: enterWithGoogle,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Login com Google realizado com sucesso!' })
    },
    onError(error) {
      if (!readLink(error) && !hasCode(error, 'ACCOUNT_LEAVING'))
        showToast({ tone: 'error', title: failure, text: explain(error) })
    },
  })
  const { mutate } = entrance

  useEffect(() => {
    const told = readTold(window.location.hash)
    if (told.kind === 'nothing' || wasRead.current) return
    wasRead.current = true
    const visit = takeVisit()
    void navigate(paths.login(), { replace: true, state: { from: visit?.from } })
    if (told.kind === 'code' && visit) mutate({ code: told.code, secret: visit.secret })
    else if (told.kind !== 'cancelled') showToast({ tone: 'error', title: failure })
  }, [navigate, mutate])

  const { error, isPending, reset } = entrance
  return {
    isEntering: isPending,
    link: readLink(error),
    /** The account waits to be deleted, and may be kept. */
    leaving: hasCode(error, 'ACCOUNT_LEAVING') ? error : undefined,
    giveUp: reset,
  }
}
