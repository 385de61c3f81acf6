import { createHmac, timingSafeEqual } from 'node:crypto'
import { DELETION_DAYS } from '@na-regua/contract/privacy'

export type Deletion = { userId: string; requestedAt: Date; dueAt: Date }

export function endOfGrace(now: Date) {
  return new Date(now.getTime() + DELETION_DAYS * 86_400_000)
}

/**
 * The way back of one request for deletion. It is kept nowhere: whoever has the secret can write it again, and it opens
 * nothing once the request is undone, carried out, or followed by another.
 */
export function signUndo(secret: string, deletion: Deletion): string {
  return `${deletion.userId}.${seal(secret, deletion)}`
}

/** Whose request a token means; undefined for what is no token at all. */
export function readUndo(token: string): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(token)?.[1]
}

export function isUndo(secret: string, deletion: Deletion, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(signUndo(secret, deletion))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function seal(secret: string, { userId, requestedAt }: Deletion): string {
  return createHmac('sha256', secret).update(`undo-deletion:${userId}:${requestedAt.toISOString()}`).digest('base64url')
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

/** '28 de novembro de 2026', in the zone of most of the country. */
export function tellDay(instant: Date): string {
  return day.format(instant)
}
