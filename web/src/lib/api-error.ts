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
