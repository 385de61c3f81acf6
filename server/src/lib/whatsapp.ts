import { toE164 } from '@na-regua/contract/phones'
import type { Config, SmsConfig, WhatsAppConfig } from './config.ts'
import { fetchOutside } from './fetch-outside.ts'
import { PermanentFailure, ServiceOutage } from './jobs.ts'
import { AddressRefused, type Outbox } from './mail.ts'

/** An approved template with its parameters: WhatsApp allows businesses no other message outside a conversation. */
export type TemplateMessage = {
  template: keyof WhatsAppConfig['templates']
  /** The template's {{1}}, {{2}} … in order. */
  parameters: string[]
  /** The end of the button's URL. */
  linkToken: string
  /** What the template's buttons before that one reply. */
  replies?: readonly string[]
  /** Returned with each status of the message. */
  reference?: string
  /** Shown in the demo's outbox. */
  preview: { title: string; text: string }
}

/** WhatsApp's ids of the message and of the person, who replies under it. */
export type SentMessage = { id: string | null; waId: string }

/** Whether the message was accepted is unknown: the connection ended without a response. */
export class NoResponse extends ServiceOutage {
  override name = 'NoResponse'
}

export type WhatsApp = {
  /**
   * `phone`: as on the wire, a foreign one with its '+'. Resolves when the message was accepted; throws otherwise:
   * AddressRefused when this number cannot receive any, PermanentFailure when a retry changes nothing.
   */
  send(phone: string, message: TemplateMessage): Promise<SentMessage>
  /** A text of our own to a person who has written, which WhatsApp allows for a day. Throws as `send` does. */
  sendText(waId: string, text: string): Promise<void>
}

type WhatsAppDeps = {
  config: Pick<Config, 'whatsapp'> & { sms?: SmsConfig | undefined }
  /** Used without a configured business number. */
  outbox?: Outbox | undefined
  timeoutMs?: number
}

export function hasWhatsApp({ whatsapp, hasOutbox }: Pick<Config, 'whatsapp' | 'hasOutbox'>): boolean {
  return whatsapp !== undefined || hasOutbox
}

/** Whether a customer without an account can be sent a message: by WhatsApp, by SMS, or into the demo's outbox. */
export function canSendMessages({ sms, ...config }: Pick<Config, 'whatsapp' | 'hasOutbox' | 'sms'>): boolean {
  return sms !== undefined || hasWhatsApp(config)
}

/** Sends by WhatsApp's Cloud API, else as SMS, into the demo's outbox, or not at all. */
export function createWhatsApp({ config, outbox, timeoutMs = TIMEOUT_MS }: WhatsAppDeps): WhatsApp {
  const { whatsapp, sms } = config
  if (whatsapp) return createCloudApi(whatsapp, timeoutMs)
  const deliver = sms
    ? (to: string, { text }: TemplateMessage['preview']) => postSms(sms, to, text, timeoutMs)
    : (to: string, { title, text }: TemplateMessage['preview']) =>
        outbox?.({ to, subject: `WhatsApp: ${title}`, text }) ?? Promise.resolve()
  return {
    async send(phone, { preview }) {
      await deliver(toE164(phone), preview)
      return { id: null, waId: toWaId(phone) }
    },
    sendText: (waId, text) => deliver(`+${waId}`, { title: 'Resposta', text }),
  }
}

/** Without another from WhatsApp: some numbers are known there without their ninth digit. */
const toWaId = (phone: string) => toE164(phone).slice(1)

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_CHARS = 16 * 1024

function createCloudApi(config: WhatsAppConfig, timeoutMs: number): WhatsApp {
  return {
    async send(phone, message) {
      const { id, waId } = await post(config, toBody(config, phone, message), timeoutMs)
      return { id, waId: waId ?? toWaId(phone) }
    },
    async sendText(waId, text) {
      const body = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: waId,
        type: 'text',
        text: { body: text },
      }
      await post(config, body, timeoutMs)
    },
  }
}

async function post(config: WhatsAppConfig, body: object, timeoutMs: number) {
  const response = await fetchOutside(`${config.url}/${config.phoneId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const isTimeout = error.name === 'TimeoutError'
    const Failure = isUnsent(error) ? ServiceOutage : NoResponse
    throw new Failure(`whatsapp did not respond: ${isTimeout ? 'timeout' : 'unreachable'}`)
  })
  const result = parseResult((await response.text().catch(() => '')).slice(0, MAX_RESPONSE_CHARS))
  if (response.ok && result.id !== undefined) return { id: result.id, waId: result.waId }
  // Codes only: the text of a refusal may contain the phone number.
  const reason = `whatsapp did not accept the message: ${response.status} ${result.code ?? 'without a code'}`
  if (response.ok) throw new NoResponse(reason)
  if (result.code !== undefined && unreachable.has(result.code)) throw new AddressRefused(reason)
  throw isRefusedForGood(response.status)
    ? new PermanentFailure(reason, { attempts: REFUSAL_ATTEMPTS })
    : new ServiceOutage(reason)
}

/** No connection was made. */
function isUnsent({ cause }: Error): boolean {
  const code = String(Object(cause).code)
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  )
}

async function postSms({ url, token }: SmsConfig, to: string, text: string, timeoutMs: number): Promise<void> {
  const response = await fetchOutside(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, text }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new ServiceOutage(`sms did not respond: ${error.name === 'TimeoutError' ? 'timeout' : 'unreachable'}`)
  })
  if (response.ok) return
  const reason = `sms was not accepted: ${response.status}`
  throw isRefusedForGood(response.status)
    ? new PermanentFailure(reason, { attempts: REFUSAL_ATTEMPTS })
    : new ServiceOutage(reason)
}

/** A token or template that is not valid: an operator may be about to correct it. */
const REFUSAL_ATTEMPTS = 5

/** 408, 425 and 429 are temporary. */
function isRefusedForGood(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** Not on WhatsApp, not allowed for a test number, or opted out: a retry changes nothing. */
const unreachable = new Set([131026, 131030, 131050, 131021])

type CloudResponse = {
  messages?: { id?: unknown }[]
  contacts?: { wa_id?: unknown }[]
  error?: { code?: unknown }
}

function parseResult(text: string): { id?: string; waId?: string; code?: number } {
  try {
    const { messages, contacts, error } = Object(JSON.parse(text)) as CloudResponse
    const id = messages?.[0]?.id
    const waId = contacts?.[0]?.wa_id
    return {
      ...(typeof id === 'string' && { id }),
      ...(typeof waId === 'string' && { waId }),
      ...(typeof error?.code === 'number' && { code: error.code }),
    }
  } catch {
    return {}
  }
}

function toBody({ templates }: WhatsAppConfig, phone: string, message: TemplateMessage) {
  const { template, parameters, linkToken, replies = [], reference } = message
  const buttons = [
    ...replies.map((payload) => ({ sub_type: 'quick_reply', parameters: [{ type: 'payload', payload }] })),
    { sub_type: 'url', parameters: [{ type: 'text', text: linkToken }] },
  ]
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: toWaId(phone),
    ...(reference && { biz_opaque_callback_data: reference }),
    type: 'template',
    template: {
      name: templates[template],
      language: { code: 'pt_BR' },
      components: [
        { type: 'body', parameters: parameters.map((value) => ({ type: 'text', text: toParameter(value) })) },
        ...buttons.map((button, index) => ({ type: 'button', index: String(index), ...button })),
      ],
    },
  }
}

/** WhatsApp refuses line breaks, tabs and empty parameters. */
function toParameter(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200) || '-'
}
