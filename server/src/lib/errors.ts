import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** A named constraint is an answer: what breaking it means to a person. */
const constraints: Record<string, ErrorCode> = {
  users_email_unique: 'EMAIL_TAKEN',
  appointments_barber_no_overlap: 'SLOT_TAKEN',
  appointments_customer_no_overlap: 'CUSTOMER_BUSY',
}

/** Failures of a busy or absent base: worth another try, never a 500. */
const retryable = new Set([
  ...['40001', '40P01', '55P03', '57014', '57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
])

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
}

/** Turns whatever was thrown into the one error that travels. Undefined for a defect of ours. */
export function toApiError(error: FastifyError | Error): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  const known = constraints[constraint] ?? fastifyCodes[code]
  if (known) return new ApiError(known)
  if (retryable.has(code) || /timeout exceeded when trying to connect|Connection terminated/.test(error.message)) {
    return new ApiError('UNAVAILABLE')
  }
  const status = (error as FastifyError).statusCode ?? 500
  if (status === 429) return new ApiError('TOO_MANY_REQUESTS')
  if (status >= 400 && status < 500) return new ApiError('INVALID_INPUT')
  return undefined
}

export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  const answer = known ?? new ApiError('INTERNAL')
  const { retryAfter = answer.code === 'UNAVAILABLE' ? 2 : undefined } = answer.details
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.status(answer.status).header('cache-control', 'no-store').send(answer.body())
}
