import { saveToOutbox } from '../dev/outbox.ts'
import type { Clock } from './clock.ts'
import type { Config, WhatsAppConfig } from './config.ts'
import type { Database } from './database.ts'
import { fetchOutside } from './fetch-outside.ts'

/** A message that WhatsApp has approved beforehand, and what fills it. Anything else it lets nobody send unasked. */
export type TemplateMessage = {
  template: keyof WhatsAppConfig['templates']
  /** The template's {{1}}, {{2}} … in their order. */
  parameters: string[]
  /** The end of the address behind its button. */
  linkToken: string
  /** The same for the demo's outbox. */
  preview: { title: string; text: string }
}

export type WhatsApp = {
  /**
   * `phone`: a Brazilian number, digits without the country. Resolves when the message was taken, or when this number can get
   * none; throws otherwise, so that the job tries again.
   */
  send(phone: string, message: TemplateMessage): Promise<void>
}

type Deps = {
  db: Database
  clock: Clock
  config: Pick<Config, 'whatsapp' | 'hasOutbox'>
  /** How long an answer may take. */
  longestMs?: number
}

export function hasWhatsApp({ whatsapp, hasOutbox }: Deps['config']): boolean {
  return whatsapp !== undefined || hasOutbox
}

/** How messages leave: WhatsApp's Cloud API, the outbox of the demo, or not at all. */
export function createWhatsApp({ db, clock, config, longestMs = LONGEST_MS }: Deps): WhatsApp {
  const { whatsapp, hasOutbox } = config
  if (whatsapp) return { send: (phone, message) => post(whatsapp, phone, message, longestMs) }
  if (!hasOutbox) return { send: () => Promise.resolve() }
  return {
    send: (phone, { preview }) =>
      saveToOutbox(db, {
        to: `+55${phone}`,
        subject: `WhatsApp: ${preview.title}`,
        text: preview.text,
        createdAt: clock.now(),
      }),
  }
}

const LONGEST_MS = 10_000
const LONGEST_ANSWER = 16 * 1024

async function post(config: WhatsAppConfig, phone: string, message: TemplateMessage, longestMs: number): Promise<void> {
  const answer = await fetchOutside(`${config.url}/${config.phoneId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(toBody(config, phone, message)),
    redirect: 'error',
    signal: AbortSignal.timeout(longestMs),
  }).catch((error: Error) => {
    throw new Error(`whatsapp did not answer: ${error.name === 'TimeoutError' ? 'too slow' : 'unreachable'}`)
  })
  const said = read((await answer.text().catch(() => '')).slice(0, LONGEST_ANSWER))
  if (answer.ok && said.isTaken) return
  if (said.code !== undefined && unreachable.has(said.code)) return
  // Numbers only: the words of a refusal may repeat the phone.
  throw new Error(`whatsapp did not take the message: ${answer.status} ${said.code ?? 'without a code'}`)
}

/** Not on WhatsApp, outside of what a test number may reach, or switched off by the person: trying again changes nothing. */
const unreachable = new Set([131026, 131030, 131050, 131021])

function read(text: string): { isTaken: boolean; code?: number } {
  try {
    const { messages, error } = Object(JSON.parse(text)) as { messages?: unknown; error?: { code?: unknown } }
    const isTaken = Array.isArray(messages) && typeof messages[0]?.id === 'string'
    return { isTaken, ...(typeof error?.code === 'number' && { code: error.code }) }
  } catch {
    return { isTaken: false }
  }
}

function toBody({ templates }: WhatsAppConfig, phone: string, { template, parameters, linkToken }: TemplateMessage) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `55${phone}`,
    type: 'template',
    template: {
      name: templates[template],
      language: { code: 'pt_BR' },
      components: [
        { type: 'body', parameters: parameters.map((words) => ({ type: 'text', text: toParameter(words) })) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: linkToken }] },
      ],
    },
  }
}

/** A parameter may hold no line break, no tab, and must not be empty. */
function toParameter(words: string): string {
  return words.replace(/\s+/g, ' ').trim().slice(0, 200) || '-'
}
