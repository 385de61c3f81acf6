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
  /** Shown in the demo's outbox. */
  preview: { title: string; text: string }
}

export type WhatsApp = {
  /**
   * `phone`: as on the wire, a foreign one with its '+'. Resolves when the message was accepted; throws otherwise:
   * AddressRefused when this number cannot receive any, PermanentFailure when a retry changes nothing.
   */
  send(phone: string, message: TemplateMessage): Promise<void>
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
  if (whatsapp) return { send: (phone, message) => post(whatsapp, phone, message, timeoutMs) }
  if (sms) return { send: (phone, { preview }) => postSms(sms, toE164(phone), preview.text, timeoutMs) }
  if (!outbox) return { send: () => Promise.resolve() }
  return {
    send: (phone, { preview }) =>
      outbox({ to: toE164(phone), subject: `WhatsApp: ${preview.title}`, text: preview.text }),
  }
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_CHARS = 16 * 1024

async function post(config: WhatsAppConfig, phone: string, message: TemplateMessage, timeoutMs: number): Promise<void> {
  const response = await fetchOutside(`${config.url}/${config.phoneId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(toBody(config, phone, message)),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new ServiceOutage(`whatsapp did not respond: ${error.name === 'TimeoutError' ? 'timeout' : 'unreachable'}`)
  })
  const result = parseResult((await response.text().catch(() => '')).slice(0, MAX_RESPONSE_CHARS))
  if (response.ok && result.isAccepted) return
  // Codes only: the text of a refusal may contain the phone number.
  const reason = `whatsapp did not accept the message: ${response.status} ${result.code ?? 'without a code'}`
  if (result.code !== undefined && unreachable.has(result.code)) throw new AddressRefused(reason)
  throw isRefusedForGood(response.status)
    ? new PermanentFailure(reason, { attempts: REFUSAL_ATTEMPTS })
    : new ServiceOutage(reason)
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

function parseResult(text: string): { isAccepted: boolean; code?: number } {
  try {
    const { messages, error } = Object(JSON.parse(text)) as { messages?: unknown; error?: { code?: unknown } }
    const isAccepted = Array.isArray(messages) && typeof messages[0]?.id === 'string'
    return { isAccepted, ...(typeof error?.code === 'number' && { code: error.code }) }
  } catch {
    return { isAccepted: false }
  }
}

function toBody({ templates }: WhatsAppConfig, phone: string, { template, parameters, linkToken }: TemplateMessage) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: toE164(phone).slice(1),
    type: 'template',
    template: {
      name: templates[template],
      language: { code: 'pt_BR' },
      components: [
        { type: 'body', parameters: parameters.map((value) => ({ type: 'text', text: toParameter(value) })) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: linkToken }] },
      ],
    },
  }
}

/** WhatsApp refuses line breaks, tabs and empty parameters. */
function toParameter(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200) || '-'
}
