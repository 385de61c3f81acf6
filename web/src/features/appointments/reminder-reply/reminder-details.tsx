import type { RemindedAppointment } from '@na-regua/contract/reminder-reply'
import { formatDate, formatMoney, formatTime, weekdayOf, weekdays } from '../../../lib/format.ts'
import { deviceTimeZone, showSameTime, wallClock } from '../../../lib/local-time.ts'

/** What, when, with whom and where, on the shop's wall. */
export function ReminderDetails({ appointment }: { appointment: RemindedAppointment }) {
  const { startTime, endTime, timeZone, serviceName, priceCents, barberName, barbershop } = appointment
  const start = new Date(startTime)
  const day = weekdays[weekdayOf(wallClock(start, timeZone).date)]
  const isElsewhere = !showSameTime(deviceTimeZone(), timeZone, start)
  return (
    <>
      <p className="mt-6 tabular-nums">
        <span className="block text-mute">
          {day}, {formatDate(startTime, timeZone)}
        </span>
        <time dateTime={startTime} className="font-display text-4xl font-extrabold tracking-[-0.02em]">
          {formatTime(startTime, timeZone)}
        </time>
        <span className="text-mute"> às {formatTime(endTime, timeZone)}</span>
        {isElsewhere && <span className="block text-sm text-mute">no horário local da barbearia</span>}
      </p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-mute">
        <dt>Serviço</dt>
        <dd className="font-semibold">
          {serviceName} · {formatMoney(priceCents)}
        </dd>
        <dt>Barbeiro</dt>
        <dd className="font-semibold">{barberName}</dd>
        <dt>Onde</dt>
        <dd>
          <span className="font-semibold">{barbershop.name}</span>
          <span className="block text-sm text-mute">{barbershop.address}</span>
        </dd>
      </dl>
    </>
  )
}
