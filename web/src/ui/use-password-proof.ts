import type { FormEvent } from 'react'
import { errorText, hasCode } from '../lib/error-text.ts'
import { useFormErrors } from './use-form-errors.ts'

type Proof = {
  /** Whoever signs in with Google alone has none to give: for them a fresh login is the proof. */
  hasPassword: boolean
  onProved: (password: string | undefined) => void
}

/** Who asks for something grave says the password once more. */
export function usePasswordProof({ hasPassword, onProved }: Proof) {
  const fields = useFormErrors<'password'>()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const problem = hasPassword && !password ? 'Por favor, informe sua senha' : undefined
    if (fields.reportErrors({ password: problem })) onProved(hasPassword ? password : undefined)
  }

  function reportRefusal(error: unknown) {
    if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
  }

  return { fields, handleSubmit, reportRefusal }
}

/** What was said at the field is not said twice. */
export function describeRefusal(error: unknown, fallback: string) {
  if (!error || hasCode(error, 'WRONG_PASSWORD')) return undefined
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, fallback)
}
