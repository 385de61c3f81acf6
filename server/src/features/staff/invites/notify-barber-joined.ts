import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { insertNotification } from '../../notifications/queries.ts'

type BarberJoined = {
  barberId: string
  user: { id: string; name: string }
  ownerId: string
  barbershopName: string
  now: Date
}

/** Notifies the owner of the new barber, and the barber of the way to the agenda. */
export async function notifyBarberJoined(
  tx: Database,
  { barberId, user: person, ownerId, barbershopName: shopName, now }: BarberJoined,
): Promise<void> {
  const event = { type: 'staff_changed', fact: `barber:${barberId}:joined:${now.getTime()}` } as const
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
