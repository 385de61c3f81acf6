import type { ErrorCode } from '@na-regua/contract/errors'

/** Messages for responses without one of ours, such as a proxy's error page. */
const fallbackMessages = {
  INTERNAL: 'Erro interno do sistema',
  UNAVAILABLE: 'O sistema está indisponível no momento. Tente novamente em instantes.',
} as const satisfies Partial<Record<ErrorCode, string>>

type ErrorBody = { code?: unknown; message?: unknown } & Record<string, unknown>

/**
 * An error response of the server, with `message` ready to show. The table of all messages stays on the server: it would
 * add 2 KB to the first load.
 */
export class ApiResponseError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** False if the response had no message, such as a proxy's error page: `message` is a fallback then. */
  readonly hasMessage: boolean
  readonly details: Record<string, unknown>

  constructor(status: number, { code, message, ...details }: ErrorBody = {}) {
    const fallback = status >= 502 ? 'UNAVAILABLE' : 'INTERNAL'
    const hasMessage = typeof message === 'string'
    super(hasMessage ? message : fallbackMessages[fallback])
    this.name = 'ApiResponseError'
    // A code of a newer server: no caller compares with it.
    this.code = typeof code === 'string' ? (code as ErrorCode) : fallback
    this.status = status
    this.hasMessage = hasMessage
    this.details = details
  }

  body() {
    return { ...this.details, code: this.code, message: this.message }
  }
}

const texts = {
  network: [
    'Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.',
    'Sem conexão com o servidor.',
  ],
  timeout: ['O servidor demorou demais para responder. Tente novamente.', 'O servidor demorou demais para responder.'],
} as const

/** No response arrived. `message` is ready to show; `hint` follows a text that already states what failed. */
export class NetworkError extends Error {
  readonly reason: keyof typeof texts
  readonly hint: string

  constructor(reason: keyof typeof texts) {
    super(texts[reason][0])
    this.name = 'NetworkError'
    this.reason = reason
    this.hint = texts[reason][1]
  }
}

/**
 * The text for a failure: the server's message if it sent one, else `fallback` as it is written, and in a second line the reason if
 * there was no response. `Sentences` shows each line in an element of its own.
 */
export function errorText(error: unknown, fallback: string) {
  if (error instanceof NetworkError) return fallback ? `${fallback}\n${error.hint}` : error.message
  return error instanceof ApiResponseError && error.hasMessage ? error.message : fallback
}

/** A failure as the reason within a sentence that itself suggests to try again. */
export function reasonText(error: Error) {
  const message = error instanceof ApiResponseError && !error.hasMessage ? '' : error.message
  return message.replace(/[.\s]*(Tente novamente[^.]*)?[.\s]*$/, '') || 'Erro desconhecido'
}

export function hasCode(error: unknown, ...codes: ApiResponseError['code'][]): error is ApiResponseError {
  return error instanceof ApiResponseError && codes.includes(error.code)
}

/** The link or key is not valid any more: what this device has stored of it is not shown. */
export const isLinkInvalid = (error: unknown) => hasCode(error, 'LINK_INVALID')
