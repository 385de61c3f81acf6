import { createECDH, randomUUID } from 'node:crypto'
import { type PushSubscriptionInput, pushApi } from '@na-regua/contract/push'
import { getPushActionSecret } from '../src/features/appointments/push-actions/queries.ts'
import { type PushAct, signPushToken } from '../src/features/appointments/push-actions/rules.ts'
import { hashToken } from '../src/lib/auth.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import type { SceneCustomer } from './booking-scene.ts'
import type { Harness } from './harness.ts'

/** Subscribes a device in the user's session, without the push service. Returns its id. */
export async function insertDevice(
  db: DatabasePool,
  { id: user_id, token }: Pick<SceneCustomer, 'id' | 'token'>,
  { hidesDetails = false, session = hashToken(token) }: { hidesDetails?: boolean; session?: Buffer | undefined } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('push_subscriptions')
    .values({
      user_id,
      session_hash: session,
      endpoint: `https://push.test/${randomUUID()}`,
      service: 'https://push.test',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
      label: 'Chrome no Android',
      time_zone: 'America/Sao_Paulo',
      hides_details: hidesDetails,
      created_at: new Date('2026-03-01T12:00:00Z'),
    })
    .onConflict((conflict) =>
      conflict.constraint('push_subscriptions_one_per_session').doUpdateSet({ hides_details: hidesDetails }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Signed = { deviceId: string; userId: string; appointmentId: string; act: PushAct; version?: number }

export async function createPushToken(db: DatabasePool, { version = 1, ...subject }: Signed): Promise<string> {
  return signPushToken(await getPushActionSecret(db), { version, ...subject })
}

/** Creates the tokens of the customer's device, one for each appointment. */
export async function createConfirmTokens(
  db: DatabasePool,
  customer: Pick<SceneCustomer, 'id' | 'token'>,
  appointments: readonly { id: string }[],
): Promise<string[]> {
  const deviceId = await insertDevice(db, customer)
  const subject = { deviceId, userId: customer.id, act: 'confirm' } as const
  return Promise.all(appointments.map(({ id: appointmentId }) => createPushToken(db, { ...subject, appointmentId })))
}

export const tapAction = (world: Harness, token: string) => world.call(pushApi.act, { body: { token } })

/** What a browser sends to subscribe, of a push service that does not exist. */
export function createPushInput(): PushSubscriptionInput {
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    label: 'Chrome no Android',
    timeZone: 'America/Sao_Paulo',
    hidesDetails: false,
  }
}

/** What is done, and its line in the security log. */
export function listPushSecurityCases(
  world: Pick<Harness, 'call'>,
  createToken: () => Promise<string>,
): [name: string, run: () => Promise<unknown>, expected: string][] {
  const subscribe = async (endpoint: object) =>
    world.call(pushApi.subscribe, { token: await createToken(), body: { ...createPushInput(), ...endpoint } })
  const params = { id: randomUUID() }
  return [
    ['a device for pushes', () => subscribe({}), 'push-opened'],
    [
      'a device of an unknown push service',
      () => subscribe({ endpoint: 'https://push.evil.example/1' }),
      'push-refused PUSH_ENDPOINT_REFUSED',
    ],
    [
      'a removed device',
      async () => world.call(pushApi.unsubscribe, { token: await createToken(), params }),
      'push-closed',
    ],
    [
      'a forged button of a push',
      () => world.call(pushApi.act, { body: { token: 'x' } }),
      'push-action-refused LINK_INVALID',
    ],
  ]
}
