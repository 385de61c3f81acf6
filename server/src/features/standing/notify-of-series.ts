import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { greet, renderEmail } from '../../lib/email.ts'
import { formatInstant, formatWeekdayAndDate } from '../../lib/format-time.ts'
import { defineJob, type JobRow, toJobRow } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import { type Holdable, holdEmail } from '../notifications/held-emails/queries.ts'
import { isTopicEnabled } from '../notifications/queries.ts'
import { getUnsubscribeUrl } from '../notifications/unsubscribe/queries.ts'
import {
  type DatesMessage,
  describeDateReason,
  describeDates,
  describeResumed,
  describeRule,
} from './describe-series.ts'
import {
  findSeries,
  listComingDates,
  listSeriesDates,
  lockSeries,
  type SeriesDateRow,
  type SeriesRecord,
  updateSeries,
} from './queries.ts'
import { plannedStart } from './rules.ts'

/** Where the customer sees the dates, and where the barber does. */
const paths = {
  customer: '/customer/appointments#horarios-fixos',
  barber: '/barber/appointments',
  owner: '/admin/appointments',
} as const

type SeriesNotice = DatesMessage & {
  /** Distinguishes it from others of the series. */
  key: string
  startsAt?: Date | undefined
  isEmailed: boolean
  /** What the barber is notified of; without it nothing. */
  toBarber?: DatesMessage | undefined
  toCustomer: boolean
  /** Other barbers with whom one of the dates was. */
  toColleagues?: readonly (DatesMessage & { userId: string })[]
}

/** Notifies customer and barber in the transaction of the change. A customer without an account is called by the barbershop. */
export async function notifyOfSeries(tx: Database, series: SeriesRecord, notice: SeriesNotice, now: Date) {
  const { id, customerId, barberUserId, ownerId } = series
  const dedupeKey = `series:${id}:${notice.key}`
  const common = { type: 'series_changed', topic: 'appointments', dedupeKey, startsAt: notice.startsAt } as const
  const { title, message, toBarber, toColleagues = [] } = notice
  const recipient = notice.toCustomer ? customerId : null
  await publishEvent(
    tx,
    {
      notifications: [
        ...(recipient ? [{ ...common, userId: recipient, title, message, path: paths.customer }] : []),
        ...(toBarber && barberUserId !== recipient
          ? [
              { ...common, ...toBarber, userId: barberUserId, path: paths.barber },
              { ...common, ...toBarber, userId: ownerId, insteadOf: barberUserId, path: paths.owner },
            ]
          : []),
        ...toColleagues
          .filter(({ userId }) => userId !== recipient)
          .map((one) => ({ ...common, ...one, path: paths.barber })),
      ],
      published: {
        appointments: [
          ...new Set([customerId ?? [], barberUserId, ownerId, toColleagues.map(({ userId }) => userId)].flat()),
        ],
      },
      jobs: recipient && notice.isEmailed ? [emailJob({ seriesId: id, userId: recipient, dedupeKey, title })] : [],
    },
    now,
  )
}

/**
 * Notifies of every date that was not notified of: once, also when two processes run it. One more date of a series is no e-mail, and of no concern to
 * the barber; what the customer must choose is, if only the barbershop can reach them.
 */
export async function notifyOfDates(db: DatabasePool, seriesId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, seriesId)
    const series = await findSeries(tx, seriesId)
    if (!series) return
    const all = await listSeriesDates(tx, seriesId)
    const isResumed = hasResumed(series, all, now)
    // Of a barbershop that closed one message says all.
    const isLeftOut = ({ reason }: SeriesDateRow) =>
      reason === 'paused' && series.status === 'ACTIVE' && series.suspendedAt !== null && !isResumed
    // What else is free is looked up first.
    const dates = all.filter((date) => !date.isNotified && !date.isAlternativeDue && !isLeftOut(date))
    if (dates.length === 0 && !isResumed) return
    // One that the barbershop cancelled meanwhile has something else to be notified of.
    await sql`/* note dates as notified of */
      update series_dates set notified_at = ${now}
        from json_to_recordset(${JSON.stringify(dates)}::json) as seen(position int, status text)
       where series_id = ${seriesId} and series_dates.position = seen.position and series_dates.status = seen.status`.execute(
      tx,
    )
    if (isResumed) await updateSeries(tx, series, { suspendedAt: null }, { now })
    const booked = dates.filter(({ status }) => status === 'BOOKED')
    const open = dates.filter(({ status }) => status !== 'BOOKED')
    // Of what the customer chose there is a receipt.
    const isOneMore = booked.length === 1 && open.length === 0 && booked[0]?.reason !== 'chosen'
    const starts = dates.flatMap(({ startsAt }) => startsAt ?? [])
    const key = `${isResumed ? 'resumed' : 'dates'}:${now.getTime()}:${dates.map(({ position }) => position).join('-')}`
    await notifyOfSeries(
      tx,
      series,
      {
        ...(isResumed ? describeResumed(series, dates) : describeDates(series, dates)),
        key,
        startsAt: starts[0],
        isEmailed: !isOneMore,
        toCustomer: true,
        toBarber: describeForBarber(series, booked, open),
      },
      now,
    )
  })
}

/** The barbershop is active again, and what it cancelled of the dates ahead is no longer missing. */
function hasResumed(series: SeriesRecord, dates: readonly SeriesDateRow[], now: Date): boolean {
  if (series.status !== 'ACTIVE' || !series.isActive || !series.suspendedAt) return false
  return !dates.some(({ reason, date }) => reason === 'paused' && plannedStart(series, date) > now)
}

function describeForBarber(
  series: SeriesRecord,
  booked: readonly SeriesDateRow[],
  open: readonly SeriesDateRow[],
): DatesMessage | undefined {
  const who = series.guestName ?? series.customerName
  const toAsk = series.customerId ? [] : open
  if (booked.length < 2 && toAsk.length === 0) return undefined
  const marked = booked.length > 1 ? [`${who} vem ${describeRule(series)}: ${booked.length} datas marcadas.`] : []
  const asked = toAsk.map(({ date, reason }) => `${formatWeekdayAndDate(date)}: ${describeDateReason(reason, series)}.`)
  const title = toAsk.length > 0 ? 'Horário fixo: combine com o cliente' : 'Horário fixo na sua agenda'
  return { title, message: [...marked, ...asked.slice(0, 3)].join(' ') }
}

type SeriesEmailPayload = Holdable & { seriesId: string; userId: string; dedupeKey: string; title: string }
type EmailDeps = { db: Database; clock: Clock; mail: Mailer; site: string }

/** What the series is when the e-mail is sent, with all its coming dates. */
async function sendSeriesEmail({ db, clock, mail, site }: EmailDeps, payload: SeriesEmailPayload) {
  const { seriesId, userId, dedupeKey, title } = payload
  const topic = 'appointments' as const
  const series = await findSeries(db, seriesId)
  if (!series || series.customerId !== userId) return
  if (!(await isTopicEnabled(db, { userId, topic, channel: 'email' }))) return
  const { rows } = await sql<{ name: string; email: string }>`/* recipient of series e-mail */
    select name, email from users where id = ${userId}`.execute(db)
  if (!rows[0]) return
  const dates = await listComingDates(db, [seriesId], clock.now())
  const email = renderEmail({
    subject: `${title}: ${series.serviceName}, ${series.shopName}`,
    greeting: greet(rows[0].name),
    paragraphs: [
      series.status === 'ENDED'
        ? `Seu horário fixo na ${series.shopName}, ${describeRule(series)}, foi encerrado.`
        : `Seu horário fixo: ${series.serviceName} com ${series.barberName}, ${describeRule(series)}, na ${series.shopName}.`,
      ...(series.status === 'PAUSED' ? ['Ele está em pausa: nenhuma data nova é marcada até você voltar a ele.'] : []),
      ...(series.suspendedAt
        ? ['A barbearia não está recebendo agendamentos: nenhuma data nova é marcada até ela voltar.']
        : []),
      'Para mudar ou cancelar só uma data, ou esta e as próximas, abra a sua agenda.',
    ],
    details: dates.map((date) => [formatWeekdayAndDate(date.date), describeState(series, date)] as const),
    action: { label: 'Ver minhas datas', url: `${site}${paths.customer}` },
    unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic, site }),
  })
  if (await holdEmail(db, { userId, dedupeKey, topic }, { job: sendSeriesEmailJob, payload })) return
  await mail.send(rows[0].email, email)
}

function describeState(series: SeriesRecord, { status, reason, replyBy, startsAt, appointmentStatus }: SeriesDateRow) {
  if (status === 'BOOKED' && appointmentStatus === 'CANCELLED') return 'cancelada'
  if (status === 'BOOKED' && startsAt) {
    const pending = appointmentStatus === 'SCHEDULED' ? ', a confirmar' : ''
    return `${formatInstant(startsAt, series.timeZone)}${pending}`
  }
  const why = describeDateReason(reason, series)
  return status === 'SKIPPED' || !replyBy
    ? `${why}; sem horário`
    : `${why}; escolha outro até ${formatInstant(replyBy, series.timeZone)}`
}

export const sendSeriesEmailJob = defineJob('send-series-email', { run: sendSeriesEmail })

function emailJob(payload: SeriesEmailPayload): JobRow {
  return toJobRow(sendSeriesEmailJob, payload, `${payload.dedupeKey}:email`)
}
