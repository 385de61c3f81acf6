import { createHmac, timingSafeEqual } from 'node:crypto'
import { DELETION_DAYS } from '@na-regua/contract/privacy'

export type AccountDeletion = { userId: string; requestedAt: Date; dueAt: Date }

export function deletionDueAt(now: Date) {
  return new Date(now.getTime() + DELETION_DAYS * 86_400_000)
}

/**
 * Undo token of one deletion request. It is not stored: it is signed with a secret, and is invalid once the request is undone,
 * carried out, or replaced by another.
 */
export function signDeletionUndo(secret: string, deletion: AccountDeletion): string {
  return `${deletion.userId}.${macOf(secret, deletion)}`
}

export function isValidDeletionUndo(secret: string, deletion: AccountDeletion, token: string): boolean {
  const given = Buffer.from(token)
  const expected = Buffer.from(signDeletionUndo(secret, deletion))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf(secret: string, { userId, requestedAt }: AccountDeletion): string {
  return createHmac('sha256', secret).update(`undo-deletion:${userId}:${requestedAt.toISOString()}`).digest('base64url')
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

/** '28 de novembro de 2026', in the time zone of most of Brazil: an account has none. */
export function formatDay(instant: Date): string {
  return day.format(instant)
}
