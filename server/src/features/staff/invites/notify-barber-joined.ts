import type { BarbershopRole } from '@na-regua/contract/roles'
import type { Database } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { roleNames } from '../roles/rules.ts'

type Joined = {
  user: { id: string; name: string }
  ownerId: string
  barbershopName: string
  now: Date
}
type BarberJoined = Joined & { barberId: string }

/** Notifies the owner of the new barber, and the barber of the way to the agenda. */
export async function notifyBarberJoined(
  tx: Database,
  { barberId, user: person, ownerId, barbershopName: shopName, now }: BarberJoined,
): Promise<void> {
  const event = { type: 'staff_changed', dedupeKey: `barber:${barberId}:joined:${now.getTime()}` } as const
  const toOwner = {
    userId: ownerId,
    topic: 'business',
    title: 'Convite aceito',
    message: `${person.name} agora atende em ${shopName}.`,
    path: '/admin?aba=barbeiros',
  } as const
  const toBarber = {
    userId: person.id,
    title: 'Você tem uma cadeira',
    message: `Agora você atende em ${shopName}. Confira seu horário.`,
    path: '/barber/appointments',
  }
  if (ownerId !== person.id) await insertNotification(tx, { ...event, ...toOwner }, now)
  await insertNotification(tx, { ...event, ...toBarber }, now)
  await publish(tx, [ownerId, person.id], 'account')
  await publish(tx, [ownerId, person.id], 'appointments')
}

/** As notifyBarberJoined, for receptionists and managers. The owner's does not name the user, so that it need not be erased with them. */
export async function notifyRoleJoined(
  tx: Database,
  { roleId, role, user, ownerId, barbershopName, now }: Joined & { roleId: string; role: BarbershopRole },
): Promise<void> {
  const event = { type: 'staff_changed', dedupeKey: `role:${roleId}:joined:${now.getTime()}` } as const
  const toOwner = {
    userId: ownerId,
    topic: 'business',
    title: 'Convite aceito',
    message: `O convite de ${roleNames[role]} de ${barbershopName} foi aceito. Veja quem é na equipe.`,
    path: '/admin?aba=barbeiros',
  } as const
  const toHolder = {
    userId: user.id,
    title: 'Você está na equipe',
    message: `Agora você é ${roleNames[role]} de ${barbershopName}. Veja a agenda do dia.`,
    path: '/admin/appointments',
  }
  await insertNotification(tx, { ...event, ...toOwner }, now)
  await insertNotification(tx, { ...event, ...toHolder }, now)
  await publish(tx, [ownerId, user.id], 'account')
  await publish(tx, [ownerId, user.id], 'appointments')
}
