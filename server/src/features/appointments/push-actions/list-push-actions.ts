import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { PushAction } from '@na-regua/contract/push'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { getPushActionSecret } from './queries.ts'
import {
  type AppointmentDedupeKey,
  choosePushActs,
  directionsUrl,
  parseAppointmentDedupeKey,
  signPushToken,
} from './rules.ts'

/** A push that is about to be sent to one device. `isIdle`: in a session that opens nothing any more, so staff cannot act from it. */
type OutgoingPush = { deviceId: string; userId: string; dedupeKey: string; isIdle: boolean }

type PushedAppointment = {
  id: string
  status: AppointmentStatus
  version: number
  startsAt: Date
  isPresenceConfirmed: boolean
  customerId: string | null
  barberUserId: string
  name: string
  address: string
}

const titles = {
  accept: 'Aceitar',
  reject: 'Recusar',
  confirm: 'Confirmar presença',
  directions: 'Como chegar',
} as const

/** The buttons of each push, in the order of `pushes`. Most have none. Two statements for any number. */
export async function listPushActions(
  db: Database,
  pushes: readonly OutgoingPush[],
  now: Date,
): Promise<PushAction[][]> {
  const keys = pushes.map(({ dedupeKey }) => parseAppointmentDedupeKey(dedupeKey))
  const ids = [...new Set(keys.flatMap((key) => (key ? [key.appointmentId] : [])))]
  if (ids.length === 0) return pushes.map(() => [])
  const appointments = new Map((await findPushedAppointments(db, ids)).map((one) => [one.id, one]))
  const secret = await getPushActionSecret(db)
  return pushes.map((push, index) => {
    const key = keys[index]
    const appointment = key && appointments.get(key.appointmentId)
    return appointment ? createActions(push, { ...key, appointment, secret, now }) : []
  })
}

async function findPushedAppointments(db: Database, ids: readonly string[]): Promise<PushedAppointment[]> {
  const { rows } = await sql<PushedAppointment>`/* find pushed appointments */
    select appointments.id, status, appointments.version, starts_at as "startsAt", presence_confirmed_at is not null as "isPresenceConfirmed",
           customer_id as "customerId", barber_user_id as "barberUserId", barbershops.name, barbershops.address
      from appointments join barbershops on barbershops.id = barbershop_id
     where appointments.id = any (${ids}::uuid[])`.execute(db)
  return rows
}

type ActionSource = AppointmentDedupeKey & { appointment: PushedAppointment; secret: string; now: Date }

function createActions(
  { deviceId, userId, isIdle }: OutgoingPush,
  { appointment, secret, now, ...key }: ActionSource,
): PushAction[] {
  const { id: appointmentId, version, customerId, barberUserId } = appointment
  const sides = [
    ...(barberUserId === userId && !isIdle ? (['barber'] as const) : []),
    ...(customerId === userId ? (['customer'] as const) : []),
  ]
  const [acts = []] = sides
    .map((side) => choosePushActs(key, side, appointment, now))
    .filter(({ length }) => length > 0)
  return acts.map((act) =>
    act === 'directions'
      ? { id: act, title: titles[act], token: null, path: directionsUrl(appointment) }
      : {
          id: act,
          title: titles[act],
          token: signPushToken(secret, { deviceId, appointmentId, version, act, userId }),
          path: null,
        },
  )
}
