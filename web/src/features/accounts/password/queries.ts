import { accountsApi } from '@na-regua/contract/accounts'
import { api } from '../../../lib/api.ts'
import { logIn } from '../queries.ts'

export const askReset = (email: string) => api(accountsApi.forgotPassword, { body: { email } })

export type Reset = { email: string; code: string; newPassword: string; confirmPassword: string }

/** The new password proves itself at once: whoever set it is in. */
export async function resetPassword(body: Reset) {
  await api(accountsApi.resetPassword, { body })
  return logIn({ email: body.email, password: body.newPassword })
}
