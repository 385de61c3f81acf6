import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryStatus } from '../queries.ts'

/** True when the body was signed with the secret of the app (X-Hub-Signature-256). */
export function isSignatureValid(secret: string, body: Buffer, signature: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** `reference`: what we sent the message with. */
export type ReceivedStatus = { id: string; reference: string | null; status: DeliveryStatus; waId: string | null }
/** `contextId`: the message that this one replies to. */
export type ReceivedReply = { id: string; waId: string; contextId: string | null; text: string }

type Received = { statuses: ReceivedStatus[]; replies: ReceivedReply[] }

const statusNames: Record<string, DeliveryStatus> = {
  sent: 'SENT',
  failed: 'FAILED',
  delivered: 'DELIVERED',
  read: 'READ',
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const MAX_TEXT = 40

/** Returns what WhatsApp reports of messages. What is of no known form is left out. */
export function parseWebhook(body: Buffer): Received {
  const values = readChanges(body)
  return {
    statuses: values.flatMap(({ statuses }) => listOf(statuses)).flatMap((one) => parseStatus(one) ?? []),
    replies: values.flatMap(({ messages }) => listOf(messages)).flatMap((one) => parseMessage(one) ?? []),
  }
}

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields => Object(value)
const listOf = (value: unknown) => (Array.isArray(value) ? value : []).map(fieldsOf)

function readChanges(body: Buffer): Fields[] {
  try {
    const { entry } = fieldsOf(JSON.parse(body.toString()))
    return listOf(entry)
      .flatMap(({ changes }) => listOf(changes))
      .map(({ value }) => fieldsOf(value))
  } catch {
    return []
  }
}

function parseStatus(fields: Fields): ReceivedStatus | undefined {
  const id = asText(fields.id)
  const status = statusNames[String(fields.status)]
  if (!id || !status) return undefined
  const reference = asText(fields.biz_opaque_callback_data)
  return {
    id,
    status,
    reference: reference && uuid.test(reference) ? reference : null,
    waId: asText(fields.recipient_id),
  }
}

/** Reactions and the notices of WhatsApp itself are no replies. */
const otherTypes = new Set(['reaction', 'system', 'unsupported', 'request_welcome'])

function parseMessage(fields: Fields): ReceivedReply | undefined {
  const id = asText(fields.id)
  const waId = asText(fields.from)
  if (!id || !waId || otherTypes.has(String(fields.type))) return undefined
  const { button_reply: chosen } = fieldsOf(fields.interactive)
  const text =
    asText(fieldsOf(fields.text).body) ?? asText(fieldsOf(fields.button).payload) ?? asText(fieldsOf(chosen).id) ?? ''
  // PostgreSQL stores no NUL.
  return {
    id,
    waId,
    contextId: asText(fieldsOf(fields.context).id),
    text: text.replaceAll('\0', '').slice(0, MAX_TEXT),
  }
}

export type ReplyMeaning = 'confirm' | 'cancel' | 'stop'

const meanings: Record<string, ReplyMeaning> = {
  1: 'confirm',
  confirmar: 'confirm',
  2: 'cancel',
  cancelar: 'cancel',
  sair: 'stop',
  parar: 'stop',
  pare: 'stop',
  stop: 'stop',
}

/** What a customer means; undefined for a text that only a person understands. */
export function readReply(text: string): ReplyMeaning | undefined {
  const word = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined
}
