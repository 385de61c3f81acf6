import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** A named constraint is an answer: what breaking it means to a person. */
const constraints: Record<string, ErrorCode> = {
  users_email_unique: 'EMAIL_TAKEN',
  appointments_barber_no_overlap: 'SLOT_TAKEN',
  appointments_customer_no_overlap: 'CUSTOMER_BUSY',
}

/**
 * Failures of a busy or absent base, worth another try, never a 500. SQLSTATE: lost connections (08), a base that turned into
 * a standby (25006), lost races (40), no room left (53), waits that took too long (55P03, 57014, 25P03), a base that goes or
 * comes (57P). Then what the network says, a disk of ours without room, and what the driver says in words only.
 */
const retryable =
  /^(08\w{3}|25006|25P03|40001|40P01|53\w{3}|55P03|57014|57P\w{2}|E(NOSPC|DQUOT|CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed/

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_HANDLER_TIMEOUT: 'UNAVAILABLE',
  FST_REQ_FILE_TOO_LARGE: 'IMAGE_TOO_LARGE',
}

/** Turns whatever was thrown into the one error that travels. Undefined for a defect of ours. */
export function toApiError(error: FastifyError | Error): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  const known = constraints[constraint] ?? fastifyCodes[code]
  if (known) return new ApiError(known)
  if (retryable.test(code) || lostConnection.test(error.message)) return new ApiError('UNAVAILABLE')
  const status = (error as FastifyError).statusCode ?? 500
  if (status === 429) return new ApiError('TOO_MANY_REQUESTS')
  if (status >= 400 && status < 500) return new ApiError('INVALID_INPUT')
  return undefined
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  const answer = known ?? new ApiError('INTERNAL')
  const { retryAfter = answer.code === 'UNAVAILABLE' ? 2 : undefined } = answer.details
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.status(answer.status).header('cache-control', 'no-store').send(answer.body())
}
