import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts } from './accounts.ts'
import { insertRows } from './insert-rows.ts'

type SeedNotification = {
  user_id: string
  type: string
  dedupe_key: string
  title: string
  message: string
  path: string
  at: Date
}

/** Recent notifications of the three demo accounts. The newest three of each are unread. */
export async function insertNotifications(db: Database, now: Date) {
  const { customer, barber, owner } = demoAccounts
  const notifications = [
    ...(await notifyAppointments(db, customer.id, 'customer', now)),
    ...(await notifyAppointments(db, barber.id, 'barber', now)),
    ...(await notifyReviews(db, [barber.id, owner.id])),
    notifyPlan(owner.id, now),
  ]
  const rows = [customer, barber, owner].flatMap(({ id }) => {
    const own = notifications.filter(({ user_id, at }) => user_id === id && at <= now).sort((a, b) => +b.at - +a.at)
    // A millisecond apart, so that the unread ones come first when two have the same time.
    return own.map(({ at, ...fields }, index) => ({
      ...fields,
      created_at: new Date(+at - index),
      read_at: index < 3 ? null : at,
    }))
  })
  await insertRows(db, 'notifications', rows)
}

type Recipient = 'customer' | 'barber'
type NotificationText = { type: string; title: string; message: string }

const dateFormatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })

/** Undefined when this recipient gets no notification of the status. */
function composeText(recipient: Recipient, appointment: NotifiedAppointment): NotificationText | undefined {
  const { status, serviceName, customerName, barberName, shopName, startsAt, timeZone } = appointment
  const when = dateFormatOf(timeZone).format(startsAt)
  const at =
    recipient === 'customer' ? `${serviceName} com ${barberName} na ${shopName}` : `${customerName}: ${serviceName}`
  const message = `${at}, ${when}.`
  if (status === 'CANCELLED') return { type: 'booking_cancelled', title: 'Horário cancelado', message }
  if (recipient === 'barber')
    return status === 'SCHEDULED' ? { type: 'booking_received', title: 'Novo pedido', message } : undefined
  if (status === 'CONFIRMED') return { type: 'booking_confirmed', title: 'Horário confirmado', message }
  return status === 'COMPLETED' ? { type: 'booking_completed', title: 'Como ficou o corte?', message } : undefined
}

type NotifiedAppointment = {
  id: string
  status: string
  at: Date
  startsAt: Date
  serviceName: string
  customerName: string
  barberName: string
  shopName: string
  timeZone: string
}

async function notifyAppointments(
  db: Database,
  userId: string,
  recipient: Recipient,
  now: Date,
): Promise<SeedNotification[]> {
  const { rows } = await sql<NotifiedAppointment>`
    select appointment.id, status, starts_at as "startsAt", service_name as "serviceName", customers.name as "customerName",
           barber_users.name as "barberName", shops.name as "shopName", shops.time_zone as "timeZone",
           case status when 'COMPLETED' then ends_at else appointment.created_at + interval '25 minutes' end as at
      from appointments appointment
      join users customers on customers.id = appointment.customer_id
      join users barber_users on barber_users.id = appointment.barber_user_id
      join barbershops shops on shops.id = appointment.barbershop_id
     where ${userId} in (appointment.customer_id, appointment.barber_user_id)
       and appointment.created_at > ${now}::timestamptz - interval '60 days'
     order by at desc limit 400`.execute(db)
  const notifications = rows.flatMap((appointment): SeedNotification[] => {
    const text = composeText(recipient, appointment)
    const path =
      recipient === 'customer' ? '/customer/appointments' : `/barber/appointments?agendamento=${appointment.id}`
    return text
      ? [
          {
            ...text,
            path,
            user_id: userId,
            dedupe_key: `appointment:${appointment.id}:${text.type}:1`,
            at: appointment.at,
          },
        ]
      : []
  })
  return notifications.filter(({ at }) => at <= now).slice(0, 9)
}

type NotifiedReview = {
  id: string
  userId: string
  rating: number
  customerName: string
  shopId: string
  shopName: string
  at: Date
}

async function notifyReviews(db: Database, userIds: readonly string[]): Promise<SeedNotification[]> {
  const { rows } = await sql<NotifiedReview>`
    select latest.* from unnest(${userIds}::uuid[]) as recipient (id)
     cross join lateral (
       select reviews.id, recipient.id as "userId", rating, split_part(users.name, ' ', 1) as "customerName",
              shops.id as "shopId", shops.name as "shopName", reviews.created_at as at
         from reviews
         join users on users.id = reviews.customer_id
         join barbershops shops on shops.id = reviews.barbershop_id
         join appointments appointment on appointment.id = reviews.appointment_id
        where recipient.id in (shops.owner_id, appointment.barber_user_id)
        order by reviews.created_at desc limit 4
     ) latest`.execute(db)
  return rows.map(({ id, userId, rating, customerName, shopId, shopName, at }) => ({
    user_id: userId,
    type: 'review_received',
    dedupe_key: `review:${id}:received`,
    title: 'Nova avaliação',
    message: `${customerName} deu ${rating} ${rating === 1 ? 'estrela' : 'estrelas'} à ${shopName}.`,
    path: `/barbershop/${shopId}?aba=avaliacoes`,
    at,
  }))
}

function notifyPlan(userId: string, now: Date): SeedNotification {
  const text = { title: 'Plano Premium ativo', message: 'Seu plano anual já vale para todas as suas barbearias.' }
  const at = new Date(now.getTime() - 65 * 86_400_000)
  return { user_id: userId, type: 'plan_changed', dedupe_key: 'plan:demo', ...text, path: '/admin', at }
}
