import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, PersonPhone, Strict, Text, WaitRange } from './fields.ts'
import { defineApi, route } from './route.ts'
import { QUEUE_KEY_PATTERN } from './text-limits.ts'

export { WaitRange } from './fields.ts'

export const QueueEntryStatus = Type.Enum(['WAITING', 'CALLED', 'SERVED', 'LEFT', 'REMOVED', 'MISSED', 'EXPIRED'])
export type QueueEntryStatus = Static<typeof QueueEntryStatus>

export const MAX_QUEUE_NAME = 60
/** How many positions a customer who is late may go back at once. */
export const MAX_POSITIONS_BACK = 5

const QueueBarber = Type.Object({ id: Id, name: Type.String(), avatarUrl: Nullable(Type.String()) })
const QueueService = Type.Object({ id: Id, name: Type.String(), durationMin: Type.Integer() })

/** Why no customer can join now. */
export const QueueClosure = Type.Enum(['off', 'closed', 'full'])
export type QueueClosure = Static<typeof QueueClosure>

/** What everyone may know of the queue of a barbershop. */
export const QueueState = Type.Object({
  barbershopId: Id,
  timeZone: Type.String(),
  /** Null: it takes entries. `off`: the barbershop has no queue. */
  closure: Nullable(QueueClosure),
  /** Customers who wait or are called. */
  length: Type.Integer(),
  /** How long one waits who joins now for the barber who is free first. Null where the barbershop has not tapped for too long: no number. */
  wait: Nullable(WaitRange),
  barbers: Type.Array(Type.Object({ ...QueueBarber.properties, wait: Nullable(WaitRange) })),
  services: Type.Array(QueueService),
})
export type QueueState = Static<typeof QueueState>

/** An entry as its customer sees it. The token is the key of its page. */
export const OwnQueueEntry = Type.Object({
  id: Id,
  token: Type.String(),
  status: QueueEntryStatus,
  version: Type.Integer(),
  name: Type.String(),
  barbershop: Type.Object({ id: Id, name: Type.String(), address: Type.String(), phone: Nullable(Type.String()) }),
  timeZone: Type.String(),
  /** Null: the barber who is free first. */
  barber: Nullable(QueueBarber),
  service: Nullable(QueueService),
  joinedAt: Instant,
  /** 1 is the next one. Null unless it waits. */
  position: Nullable(Type.Integer()),
  wait: Nullable(WaitRange),
  /** When to be at the barbershop: the earlier end of the wait. Null without a wait. */
  comeAt: Nullable(Instant),
  /** Who calls the entry, and until when the customer is expected. Null until it is called. */
  call: Nullable(Type.Object({ barber: QueueBarber, calledAt: Instant, comeBy: Instant })),
  /** How often the late rule may still put it back before it is out. */
  slidesLeft: Type.Integer(),
  /** Countdowns follow it: the clock of a phone may be minutes off. */
  serverTime: Instant,
})
export type OwnQueueEntry = Static<typeof OwnQueueEntry>

const OwnEntryResponse = Type.Object({ entry: OwnQueueEntry })
const TokenParams = Strict({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const KeyParams = Strict({ key: Type.String({ pattern: QUEUE_KEY_PATTERN }) })
const PositionsBack = Type.Integer({ minimum: 1, maximum: MAX_POSITIONS_BACK })

/** Absent: any barber, and the service that the barbershop's customers choose most. */
const choice = { barberId: Type.Optional(Id), serviceId: Type.Optional(Id) }
const joinErrors = [
  'BARBERSHOP_NOT_FOUND',
  'BARBER_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'QUEUE_CLOSED',
  'QUEUE_FULL',
  'ALREADY_IN_QUEUE',
] as const

/** Marks a row on the screen of a barbershop: the same while the customer is in the queue, and only good for telling rows apart. */
const ShownId = Type.String()

/** For customers: with an account, or with the link of an entry, or with the key of the barbershop's door. */
export const queueApi = defineApi(
  { tag: 'queue', description: 'A fila de quem chega sem hora, para clientes e para a tela da barbearia' },
  {
    get: route('GET', '/barbershops/:id/queue', {
      summary: 'A fila agora: quantos esperam e por quanto tempo',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ queue: QueueState }) },
    }),
    /** Server-Sent Events: `data: {"topic":"queue"}` when the queue may have changed. Carries no data of any person. */
    stream: route('GET', '/barbershops/:id/queue/stream', {
      summary: 'Quando a fila muda (Server-Sent Events)',
      produces: ['text/event-stream'],
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND', 'TOO_MANY_REQUESTS'],
      response: { 200: Type.String() },
    }),
    join: route('POST', '/barbershops/:id/queue/entries', {
      summary: 'O cliente entra na fila pela conta',
      params: IdParams,
      body: Strict(choice),
      errors: ['EMAIL_NOT_VERIFIED', 'CUSTOMER_BLOCKED', ...joinErrors],
      /** 200: the entry that the caller already has here. */
      response: { 200: OwnEntryResponse, 201: OwnEntryResponse },
    }),
    listOwn: route('GET', '/queue/entries/me', {
      summary: 'As filas em que a pessoa espera',
      response: { 200: Type.Object({ entries: Type.Array(OwnQueueEntry) }) },
    }),
    door: route('GET', '/queue/doors/:key', {
      summary: 'A barbearia do QR code da porta',
      params: KeyParams,
      errors: ['LINK_INVALID'],
      response: { 200: Type.Object({ barbershopName: Type.String(), queue: QueueState }) },
    }),
    joinAtDoor: route('POST', '/queue/doors/:key/entries', {
      summary: 'Quem está na porta entra na fila, sem conta',
      params: KeyParams,
      body: Strict({
        /** Generated by the device: a repeated one returns the same entry. */
        entryId: Id,
        name: Text({ min: 1, max: MAX_QUEUE_NAME }),
        phone: Type.Optional(PersonPhone),
        ...choice,
      }),
      errors: ['LINK_INVALID', ...joinErrors],
      response: { 200: OwnEntryResponse, 201: OwnEntryResponse },
    }),
    getEntry: route('GET', '/queue/entries/:token', {
      summary: 'O próprio lugar na fila',
      params: TokenParams,
      errors: ['LINK_INVALID'],
      response: { 200: OwnEntryResponse },
    }),
    leave: route('POST', '/queue/entries/:token/leave', {
      summary: 'O cliente sai da fila',
      params: TokenParams,
      errors: ['LINK_INVALID', 'QUEUE_ENTRY_CHANGED'],
      response: { 200: OwnEntryResponse },
    }),
    fallBack: route('POST', '/queue/entries/:token/fall-back', {
      summary: 'O cliente se atrasa e deixa outros passarem à frente',
      params: TokenParams,
      /** `version` is the one that the customer saw: a repeated request goes back once. */
      body: Strict({ positions: PositionsBack, version: Type.Integer({ minimum: 1 }) }),
      errors: ['LINK_INVALID', 'QUEUE_ENTRY_CHANGED'],
      response: { 200: OwnEntryResponse },
    }),
    screen: route('GET', '/queue/screens/:key', {
      summary: 'O que a tela da barbearia mostra: primeiros nomes e horários',
      params: KeyParams,
      errors: ['LINK_INVALID'],
      response: {
        200: Type.Object({
          barbershop: Type.Object({ id: Id, name: Type.String() }),
          timeZone: Type.String(),
          closure: Nullable(QueueClosure),
          serverTime: Instant,
          /** The page behind the QR code at the door, to join from the screen. Null while the queue is off. */
          doorUrl: Nullable(Type.String()),
          /** Who is called, the latest first. First names only. */
          called: Type.Array(
            Type.Object({ id: ShownId, firstName: Type.String(), barberName: Type.String(), calledAt: Instant }),
          ),
          waiting: Type.Array(
            Type.Object({
              id: ShownId,
              position: Type.Integer(),
              firstName: Type.String(),
              barberName: Nullable(Type.String()),
              /** Between which times, or null: not known. */
              between: Nullable(Type.Object({ from: Instant, to: Instant })),
            }),
          ),
          barbers: Type.Array(
            Type.Object({ name: Type.String(), isServing: Type.Boolean(), freeAt: Nullable(Instant) }),
          ),
        }),
      },
    }),
  },
)
