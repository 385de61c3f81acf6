import type { ErrorCode } from '@na-regua/contract/errors'

/** What stands in for the server's words where an answer has none. */
const guesses = {
  INTERNAL: 'Erro interno do sistema',
  UNAVAILABLE: 'O sistema está indisponível no momento. Tente novamente em instantes.',
} as const satisfies Partial<Record<ErrorCode, string>>

type Refusal = { code?: unknown; message?: unknown } & Record<string, unknown>

/**
 * A refusal as the server's answer says it, `message` ready to show. The table of all texts stays on the server: it would be
 * 2 KB of a first visit.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** False for the page of a proxy or half an answer: `message` is a guess then. */
  readonly hasWords: boolean
  readonly details: Record<string, unknown>

  constructor(status: number, { code, message, ...details }: Refusal = {}) {
    const guess = status >= 502 ? 'UNAVAILABLE' : 'INTERNAL'
    const hasWords = typeof message === 'string'
    super(hasWords ? message : guesses[guess])
    this.name = 'ApiError'
    // A code that a newer server knows meets nobody who asks for it.
    this.code = typeof code === 'string' ? (code as ErrorCode) : guess
    this.status = status
    this.hasWords = hasWords
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

/** No answer came. `message` is ready to show; `hint` follows words that say already what failed. */
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

/** What a person reads about a failure: the server's own words where it said any, else `fallback`, and why no answer came. */
export function errorText(error: unknown, fallback: string) {
  if (error instanceof NetworkError) return fallback ? `${fallback.replace(/\.$/, '')}. ${error.hint}` : error.message
  return error instanceof ApiError && error.hasWords ? error.message : fallback
}

/** A failure as the reason within a sentence, which asks by itself to try again. */
export function reasonText(error: Error) {
  const words = error instanceof ApiError && !error.hasWords ? '' : error.message
  return words.replace(/[.\s]*(Tente novamente[^.]*)?[.\s]*$/, '') || 'Erro desconhecido'
}

export function hasCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
