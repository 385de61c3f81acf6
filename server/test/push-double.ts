import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload, PushSubscriptionInput } from '@na-regua/contract/push'

/** A push that was accepted, decrypted with the keys of its device. */
type ReceivedPush = {
  deviceId: string
  payload: PushPayload
  bytes: number
  topic: string
  ttl: number
  urgency: string
  receivedAt: number
}

type Respond = (response: ServerResponse, request: IncomingMessage) => void

type Device = { id: string; keys: ReturnType<typeof createKeys>; respond?: Respond; tray: Map<string, PushPayload> }

function createKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, auth: randomBytes(16) }
}

/**
 * A push service and the devices behind it: verifies the signature of each request (RFC 8292) and decrypts it (RFC 8291). Like a real
 * one it replaces a message of the same topic (RFC 8030): `tray` shows what a device has in the end.
 */
export async function startPushService({ port = 0 } = {}) {
  const devices = new Map<string, Device>()
  const state = { received: [] as ReceivedPush[], rejected: [] as string[], publicKey: undefined as string | undefined }
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray())
      accept(request, body, response)
    } catch (error) {
      state.rejected.push((error as Error).message)
      response.writeHead(400).end()
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function accept(request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const device = devices.get(String(request.url).slice('/push/'.length))
    if (!device) return response.writeHead(404).end()
    if (device.respond) return device.respond(response, request)
    const { headers } = request
    verifyVapid(String(headers.authorization), { origin, publicKey: state.publicKey })
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
    if (body.length > 4096) throw new Error(`${body.length} bytes`)
    const payload: PushPayload = JSON.parse(decrypt(body, device.keys))
    const { topic, ttl, urgency } = headers as Record<string, string>
    if (!topic || topic.length > 32) throw new Error('no topic')
    const push = { deviceId: device.id, payload, bytes: body.length, topic, ttl: Number(ttl), urgency: String(urgency) }
    state.received.push({ ...push, receivedAt: Date.now() })
    device.tray.set(topic, payload)
    return response.writeHead(201).end()
  }

  return {
    origin,
    state,
    /** A new device, as its browser would subscribe it. */
    createDevice({ respond, ...options }: Partial<PushSubscriptionInput> & { respond?: Respond } = {}) {
      const id = randomUUID()
      const keys = createKeys()
      const device: Device = { id, keys, respond, tray: new Map() }
      devices.set(id, device)
      const input: PushSubscriptionInput = {
        endpoint: `${origin}/push/${id}`,
        keys: { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
        label: 'Chrome no Android',
        timeZone: 'America/Sao_Paulo',
        hidesDetails: false,
        ...options,
      }
      return { device, input, received: () => state.received.filter(({ deviceId }) => deviceId === id) }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

function verifyVapid(header: string, { origin, publicKey }: { origin: string; publicKey: string | undefined }) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (publicKey && key !== publicKey) throw new Error('signed with another key')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: toText(point.subarray(1, 33)), y: toText(point.subarray(33)) }
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, verifier, Buffer.from(signature, 'base64url'))) throw new Error('invalid signature')
  const { aud, exp, sub } = JSON.parse(String(Buffer.from(claims, 'base64url')))
  const secondsLeft = exp - Date.now() / 1000
  if (aud !== origin) throw new Error(`for ${aud}`)
  if (secondsLeft <= 0 || secondsLeft > 86_400) throw new Error(`expires in ${secondsLeft} s`)
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`from ${sub}`)
}

const toText = (bytes: Buffer) => bytes.toString('base64url')

/** RFC 8188 with the keys of RFC 8291, one record. */
function decrypt(body: Buffer, { pair, auth }: Device['keys']): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const record = body.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return String(padded.subarray(0, padded.lastIndexOf(2)))
}
