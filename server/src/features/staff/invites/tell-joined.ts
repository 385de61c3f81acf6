import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { insertNotification } from '../../notifications/queries.ts'

type Joined = {
  barberId: string
  person: { id: string; name: string }
  ownerId: string
  shopName: string
  now: Date
}

/** The owner hears that somebody came, and who came finds the way to the agenda. */
export async function tellJoined(tx: Database, { barberId, person, ownerId, shopName, now }: Joined): Promise<void> {
  const about = { type: 'staff_changed', fact: `chair:${barberId}:joined:${now.getTime()}` } as const
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
  if (ownerId !== person.id) await insertNotification(tx, { ...about, ...toOwner }, now)
  await insertNotification(tx, { ...about, ...toBarber }, now)
  await publish(tx, [ownerId, person.id], 'account')
  await publish(tx, [ownerId, person.id], 'appointments')
}
