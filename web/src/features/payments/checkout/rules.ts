import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { NO_SECRET } from '../rules.ts'

export const NO_FORM = 'Não foi possível carregar o formulário de pagamento.'

/** Why there is no form: the server's words where there are any; `detail` is for whoever has to mend it. */
export function describeProblem(error: Error): { title: string; detail?: string; canRetry: boolean } {
  if (error.message === NO_SECRET) return { title: NO_FORM, detail: error.message, canRetry: true }
  const title = errorText(error, 'Erro ao criar sessão de checkout. Por favor, tente novamente.')
  // A refusal stays a refusal.
  return { title, canRetry: !(error instanceof ApiError && error.status < 500) }
}
