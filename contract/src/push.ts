import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

/** Devices of one person. One more replaces the device that subscribed first. */
export const MAX_PUSH_DEVICES = 10
/** Characters of the URL of a device at its push service. */
export const MAX_PUSH_ENDPOINT = 1500

/** The subscription of this device as `PushSubscription.toJSON()` returns it, and how the person wants to receive pushes on it. */
const PushSubscriptionInput = Strict({
  endpoint: Type.String({ pattern: '^https?://[\\x21-\\x7e]+$', maxLength: MAX_PUSH_ENDPOINT }),
  /** Milliseconds since 1970, where the browser limits the subscription. */
  expirationTime: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 8_640_000_000_000_000 }))),
  keys: Strict({
    /** An uncompressed point of P-256, 65 bytes. */
    p256dh: Type.String({ pattern: '^B[\\w-]{86}=?$' }),
    /** 16 bytes. */
    auth: Type.String({ pattern: '^[\\w-]{22}(==)?$' }),
  }),
  /** For the list of devices, e.g. "Chrome no Android". */
  label: Text({ min: 1, max: 80 }),
  /** IANA name of the device's time zone: quiet hours are in it. */
  timeZone: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }),
  /** Pushes to this device contain no name, service or time. */
  hidesDetails: Type.Boolean(),
})
export type PushSubscriptionInput = Static<typeof PushSubscriptionInput>

export const PushDevice = Type.Object({
  id: Id,
  label: Type.String(),
  hidesDetails: Type.Boolean(),
  createdAt: Instant,
  /** It was subscribed in the session of this request. */
  isCurrent: Type.Boolean(),
})
export type PushDevice = Static<typeof PushDevice>

const PushSettings = Strict({
  /** The e-mail of what was pushed waits ten minutes and is not sent if the notification was read or a button was used by then. On by default. */
  holdsEmail: Type.Boolean(),
})
export type PushSettings = Static<typeof PushSettings>

/** What became of an action, for the notification that shows it. A device that hides details gets no names. */
const PushActionResult = Type.Object({
  /** `refused`: the appointment changed in the meantime, and nothing was done. */
  outcome: Type.Enum(['done', 'refused']),
  title: Type.String(),
  body: Type.String(),
  /** Path in the web app that shows the appointment. */
  path: Type.String(),
  /** Unread notifications, for the badge of the app. */
  badge: Type.Integer(),
})
export type PushActionResult = Static<typeof PushActionResult>

export const pushApi = defineApi(
  { tag: 'push', description: 'Avisos nos aparelhos (Web Push)' },
  {
    key: route('GET', '/push/key', {
      summary: 'A chave pública com que o aparelho se inscreve (applicationServerKey)',
      response: { 200: Type.Object({ key: Type.String() }) },
    }),
    devices: route('GET', '/push/subscriptions', {
      summary: 'Os próprios aparelhos que recebem avisos, e o que vale para todos',
      response: { 200: Type.Object({ devices: Type.Array(PushDevice), settings: PushSettings }) },
    }),
    /** Repeated with the same endpoint it changes the subscription. The session has one: a new endpoint replaces the earlier one. */
    subscribe: route('PUT', '/push/subscriptions', {
      summary: 'Inscreve este aparelho, ou muda a inscrição dele; ela acaba com a sessão',
      body: PushSubscriptionInput,
      errors: ['PUSH_ENDPOINT_REFUSED'],
      response: { 200: PushDevice },
    }),
    unsubscribe: route('DELETE', '/push/subscriptions/:id', {
      summary: 'Desliga os avisos em um aparelho',
      params: IdParams,
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
    setSettings: route('PUT', '/push/settings', {
      summary: 'Muda o que vale para todos os aparelhos da pessoa',
      body: PushSettings,
      response: { 200: PushSettings },
    }),
    /**
     * Needs no session: the token is for one device, one version of one appointment and one act. It ends with the subscription of the
     * device, and so with its session. Repeated, it returns the same result.
     */
    act: route('POST', '/push/actions', {
      summary: 'Executa o botão de um aviso, uma vez',
      body: Strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
      errors: ['LINK_INVALID', 'LINK_EXPIRED'],
      response: { 200: PushActionResult },
    }),
  },
)

/** A button of a push. With a token it calls `POST /push/actions`; without one it only opens its path. */
export type PushAction = {
  id: 'accept' | 'reject' | 'confirm' | 'directions' | 'mute'
  title: string
  token: string | null
  /** In the web app; of `directions` a link to Google Maps. */
  path: string | null
}

/** What the service worker receives, as JSON, decrypted. At most 3,000 bytes. */
export type PushPayload = {
  /** The device that it is for: the worker shows it in full only if this device is still subscribed for the same person. */
  deviceId: string
  title: string
  /** Empty on a device that hides details. */
  body: string
  /** Path in the web app that a tap opens. */
  path: string
  /** One event for one person, 32 hexadecimal digits. A push with the tag of an earlier one replaces it and must not alert again. */
  tag: string
  /** The notification to mark as read on a tap; null where the person wants none in the app. */
  notificationId: string | null
  /** Unread notifications, for the badge of the app. */
  badge: number
  actions: PushAction[]
  /** Tags of earlier pushes to this device that were read elsewhere in the meantime: to be closed. */
  readTags: string[]
  /** When it happened, ISO 8601. */
  createdAt: string
}
