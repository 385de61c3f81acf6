import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** The approved templates of the business: how many parameters each has, and its buttons. */
const templates: Record<string, { parameters: number; buttons: string[] }> = {
  confirmar_amanha: { parameters: 4, buttons: ['quick_reply', 'quick_reply', 'url'] },
  feliz_aniversario: { parameters: 2, buttons: ['url'] },
  sentimos_sua_falta: { parameters: 2, buttons: ['url'] },
}

type Component = { type: string; sub_type?: string; index?: string; parameters: Record<string, string>[] }
type MessageBody = {
  messaging_product: string
  to: string
  type: 'template' | 'text'
  biz_opaque_callback_data?: string
  template?: { name: string; language: { code: string }; components: Component[] }
  text?: { body: string }
}

/** A message that was accepted. `reference` comes back with its statuses. */
export type AcceptedMessage = {
  id: string
  waId: string
  reference: string | undefined
  template: string | undefined
  parameters: string[]
  payloads: string[]
  link: string | undefined
  text: string | undefined
}

const TOKEN = 'segredo'
const PHONE_ID = '1055'
const APP_SECRET = 'segredo do app'
const VERIFY_TOKEN = 'prova'

/**
 * WhatsApp's Cloud API: accepts messages as the real one does, knows some numbers without their ninth digit, refuses on demand, and signs
 * its webhooks.
 */
export async function startCloudApi() {
  const state = {
    accepted: [] as AcceptedMessage[],
    /** Not on WhatsApp. */
    unreachable: new Set<string>(),
    isTokenExpired: false,
    /** The next requests get 429. */
    limited: 0,
    /** The next requests are accepted, and their connection ends without a response. */
    cut: 0,
    requests: 0,
  }
  const server = createServer(async (request, response) => {
    state.requests += 1
    const body = (await json(request)) as MessageBody
    const refusal = findRefusal(request, body)
    if (refusal) return void respond(response, refusal.status, { error: { ...refusal, type: 'OAuthException' } })
    const message = toMessage(body)
    state.accepted.push(message)
    if (state.cut > 0) {
      state.cut -= 1
      return void request.socket.destroy()
    }
    respond(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: message.waId }],
      messages: [{ id: message.id, message_status: 'accepted' }],
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function findRefusal({ url, headers }: IncomingMessage, body: MessageBody) {
    if (url !== `/v23.0/${PHONE_ID}/messages`) return { status: 404, code: 100 }
    if (headers.authorization !== `Bearer ${TOKEN}` || state.isTokenExpired) return { status: 401, code: 190 }
    if (state.limited > 0) {
      state.limited -= 1
      return { status: 429, code: 130429 }
    }
    if (state.unreachable.has(body.to)) return { status: 400, code: 131026 }
    const problem = body.type === 'template' ? findTemplateProblem(body) : undefined
    return problem === undefined ? undefined : { status: 400, code: problem }
  }

  const environment = {
    WHATSAPP_TOKEN: TOKEN,
    WHATSAPP_PHONE_ID: PHONE_ID,
    WHATSAPP_URL: `${origin}/v23.0`,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
  }
  function close() {
    server.closeAllConnections()
    server.close()
  }
  return { state, environment, close }
}

function respond(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function findTemplateProblem({ template }: MessageBody): number | undefined {
  const known = templates[template?.name ?? '']
  if (!template || !known || template.language.code !== 'pt_BR') return 132001
  const [body, ...buttons] = template.components
  if (body?.parameters.length !== known.parameters) return 132000
  const isAsApproved = buttons.every(({ sub_type, index }, at) => sub_type === known.buttons[at] && index === `${at}`)
  return buttons.length === known.buttons.length && isAsApproved ? undefined : 132018
}

function toMessage({ to, template, text, biz_opaque_callback_data: reference }: MessageBody): AcceptedMessage {
  const [body, ...buttons] = template?.components ?? []
  const parameters = buttons.flatMap((button) => button.parameters)
  return {
    id: `wamid.${randomUUID()}`,
    waId: toWaId(to),
    reference,
    template: template?.name,
    parameters: (body?.parameters ?? []).map((parameter) => String(parameter.text)),
    payloads: parameters.flatMap(({ payload }) => payload ?? []),
    link: parameters.find(({ type }) => type === 'text')?.text,
    text: text?.body,
  }
}

/** Mobile numbers of Goiás are known by their eight digits. */
const toWaId = (to: string) => to.replace(/^(5562)9(\d{8})$/, '$1$2')

const WEBHOOK = '/api/outreach/webhooks/whatsapp'

/** As WhatsApp sends it: the bytes that are signed. */
export function signWebhook(value: object, secret = APP_SECRET) {
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', ...value } }
  const payload = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] })
  const signature = createHmac('sha256', secret).update(payload).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return { url: WEBHOOK, payload, headers }
}

type ReportedMessage = Pick<AcceptedMessage, 'id' | 'waId' | 'reference'>

/** `status`: sent, delivered, read or failed. */
export function describeStatus({ id, waId, reference }: ReportedMessage, status: string) {
  const errors = status === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {}
  const reported = { id, status, timestamp: '1773320400', recipient_id: waId, ...errors }
  return { statuses: [{ ...reported, ...(reference && { biz_opaque_callback_data: reference }) }] }
}

type CustomerReply = { from: string; text: string; to?: Pick<AcceptedMessage, 'id'>; id?: string; isButton?: boolean }

/** A customer replies, to one message if `to` is given. */
export function describeReply({ from, text, to, id = `wamid.${randomUUID()}`, isButton = false }: CustomerReply) {
  const content = isButton
    ? { type: 'button', button: { payload: text, text: 'Confirmar' } }
    : { type: 'text', text: { body: text } }
  const context = to && { context: { from: '15550001111', id: to.id } }
  return { messages: [{ from, id, timestamp: '1773320400', ...context, ...content }] }
}
