import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { formatLocalDate, formatTime, formatWeekday } from '../../../lib/format.ts'
import { formatStatus, getServedName } from '../agenda/rules.ts'

/**
 * The day on paper, instead of the page: a list for each barber, with every appointment. Blocks on a timeline would be cut at the edge
 * of the sheet, and short ones have no space for their texts.
 */
export function PrintedDay({ day }: { day: StaffDay }) {
  return (
    <div data-print className="hidden print:block">
      <h1 className="mb-4 text-2xl">
        {formatWeekday(day.date)}, {formatLocalDate(day.date)}
      </h1>
      {day.barbers.map((workday) => (
        <PrintedWorkday key={workday.barberId} workday={workday} />
      ))}
    </div>
  )
}

function PrintedWorkday({ workday }: { workday: BarberWorkday }) {
  const { name, barbershop, appointments, timeZone } = workday
  return (
    <section className="mb-6">
      <h2 className="mb-1 break-after-avoid text-lg [overflow-wrap:anywhere]">
        {name}, {barbershop.name}
      </h2>
      {appointments.length === 0 && <p>Nenhum agendamento.</p>}
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <tbody>
          {appointments.map((appointment) => (
            <PrintedRow key={appointment.id} appointment={appointment} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PrintedRow({ appointment, timeZone }: { appointment: Appointment; timeZone: string }) {
  const { startTime, endTime, service, note, status } = appointment
  const cell = 'py-1.5 pr-3 align-top [overflow-wrap:anywhere]'
  return (
    <tr className="break-inside-avoid border-t border-line">
      <td className={`${cell} w-28 font-semibold tabular-nums`}>
        {formatTime(startTime, timeZone)} – {formatTime(endTime, timeZone)}
      </td>
      <td className={`${cell} font-semibold`}>{getServedName(appointment)}</td>
      <td className={cell}>
        {service.name}
        {note && <span className="block text-mute">{note}</span>}
      </td>
      <td className={`${cell} w-28`}>{formatStatus(status, 'barber')}</td>
    </tr>
  )
}
