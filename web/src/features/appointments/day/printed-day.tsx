import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { createPortal } from 'react-dom'
import { formatCount, formatLocalDate, formatPhone, formatTime, formatWeekday } from '../../../lib/format.ts'
import { formatStatus, getServedName, listBlocked } from '../agenda/rules.ts'
import { formatMinuteOfDay, type MinuteSpan, toTimelineMinute } from '../timeline/rules.ts'

/** On paper: the whole barbershop on one page, or a page for each barber. */
export type PrintLayout = 'board' | 'barbers'

/**
 * The day on paper, instead of the page: lists, not a timeline, whose blocks would be cut at the edge of the sheet and are too short for
 * their texts. The sizes fit the number of appointments, so that a day is never on two sheets.
 */
export function PrintedDay({ day, layout }: { day: StaffDay; layout: PrintLayout }) {
  return createPortal(
    <div data-print className="hidden bg-white text-black print:block">
      {layout === 'board' ? <Board day={day} /> : <BarberSheets day={day} />}
    </div>,
    document.body,
  )
}

/** The area of a page of A4 inside of its margins, in pixels; without the heading of the page. */
const BOARD_WIDTH = 1050
const BOARD_HEIGHT = 670
const SHEET_HEIGHT = 900
/** Larger text would only make a short day look empty. */
const LARGEST_TEXT = 13

/** In em: a name with its hours, an appointment of three lines, and the hours beside a status. */
const COLUMN_HEADING = 3.2
const BOARD_ROW = 4.2
const BOARD_COLUMN = 15.5

type BoardText = { fontSize: number; perBand: number; listColumns: number }

/**
 * The largest text at which the rows of all barbers fit on one page: in one or two bands of barbers, and with the list of a barber in up
 * to four columns.
 */
function chooseBoardText(rowCounts: readonly number[]): BoardText {
  const options = [1, 2].flatMap((bands) =>
    [1, 2, 3, 4].map((listColumns): BoardText => {
      const perBand = Math.ceil(rowCounts.length / bands)
      const tallest = [rowCounts.slice(0, perBand), rowCounts.slice(perBand)].map((counts) =>
        Math.ceil(Math.max(0, ...counts) / listColumns),
      )
      const height = tallest.reduce((sum, rows) => sum + COLUMN_HEADING + BOARD_ROW * rows, 0)
      const width = perBand * listColumns * BOARD_COLUMN
      return { perBand, listColumns, fontSize: Math.min(LARGEST_TEXT, BOARD_HEIGHT / height, BOARD_WIDTH / width) }
    }),
  )
  return options.reduce((best, option) => (option.fontSize > best.fontSize ? option : best))
}

/** Rows of two lines; of one line, cut at its end, where two would be too small to read. */
function chooseSheetText(rows: number) {
  const ofTwoLines = SHEET_HEIGHT / (rows + 1) / 3
  const isTight = ofTwoLines < 10
  return { isTight, fontSize: Math.min(LARGEST_TEXT, isTight ? SHEET_HEIGHT / (rows + 1) / 1.5 : ofTwoLines) }
}

type Row = { start: number; appointment?: Appointment; blocked?: MinuteSpan & { label: string } }

/** Appointments, breaks and time off, by start. */
function listRows(workday: BarberWorkday, date: string): Row[] {
  const appointments = workday.appointments.map((appointment) => ({
    start: toTimelineMinute(new Date(appointment.startTime), date, workday.timeZone),
    appointment,
  }))
  const blocked = listBlocked(workday).map((span) => ({ start: span.start, blocked: span }))
  return [...appointments, ...blocked].toSorted((one, other) => one.start - other.start)
}

const formatSpan = ({ start, end }: MinuteSpan) => `${formatMinuteOfDay(start)} – ${formatMinuteOfDay(end)}`

function formatHours({ hours }: BarberWorkday) {
  return hours.length > 0 ? hours.map(formatSpan).join(', ') : 'Não trabalha neste dia'
}

function formatHourSpan({ startTime, endTime, timeZone }: Appointment) {
  return `${formatTime(startTime, timeZone)} – ${formatTime(endTime, timeZone)}`
}

function formatDay(date: string) {
  return `${formatWeekday(date)}, ${formatLocalDate(date)}`
}

function countAppointments(workdays: readonly BarberWorkday[]) {
  const count = workdays.reduce((sum, { appointments }) => sum + appointments.length, 0)
  return formatCount(count, 'agendamento', 'agendamentos')
}

/** A landscape page, with a column for each barber. */
function Board({ day }: { day: StaffDay }) {
  const columns = day.barbers.map((workday) => ({ workday, rows: listRows(workday, day.date) }))
  const { fontSize, perBand, listColumns } = chooseBoardText(columns.map(({ rows }) => rows.length))
  return (
    <section className="[page:board]">
      <h1 className="mb-2 text-base">
        {formatDay(day.date)} · {day.barbers[0]?.barbershop.name} · {countAppointments(day.barbers)}
      </h1>
      <ul
        className="grid gap-x-2 gap-y-3 leading-[1.2]"
        style={{ fontSize, gridTemplateColumns: `repeat(${perBand}, minmax(0, 1fr))` }}
      >
        {columns.map(({ workday, rows }) => (
          <li key={workday.barberId}>
            <h2 className="truncate border-b-2 border-black text-[1.15em]">{workday.name}</h2>
            <p className="truncate py-[0.15em] tabular-nums">{formatHours(workday)}</p>
            <ol className="gap-x-2" style={{ columns: listColumns }}>
              {rows.map(({ start, appointment, blocked }) =>
                appointment ? (
                  <BoardRow key={appointment.id} appointment={appointment} />
                ) : (
                  <li key={`${start} ${blocked?.label}`} className="truncate border-t border-black py-[0.15em] italic">
                    {blocked && `${formatSpan(blocked)} ${blocked.label}`}
                  </li>
                ),
              )}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BoardRow({ appointment }: { appointment: Appointment }) {
  const { service, customer, status } = appointment
  return (
    <li className="break-inside-avoid border-t border-black py-[0.15em]">
      <p className="flex justify-between gap-1">
        <span className="font-semibold whitespace-nowrap tabular-nums">{formatHourSpan(appointment)}</span>
        <span className="truncate">{formatStatus(status, 'owner')}</span>
      </p>
      <p className="truncate text-[1.1em] font-semibold">{getServedName(appointment)}</p>
      <p className="flex justify-between gap-1">
        <span className="truncate">{service.name}</span>
        {customer.phone && <span className="whitespace-nowrap tabular-nums">final {customer.phone.slice(-4)}</span>}
      </p>
    </li>
  )
}

/** A page for each barber. */
function BarberSheets({ day }: { day: StaffDay }) {
  return day.barbers.map((workday, index) => (
    <section key={workday.barberId} className={`[page:sheet] ${index > 0 ? 'break-before-page' : ''}`}>
      <h1 className="text-xl wrap-anywhere">
        {workday.name} · {workday.barbershop.name}
      </h1>
      <p className="mb-3 text-sm">
        {formatDay(day.date)} · {formatHours(workday)} · {countAppointments([workday])}
      </p>
      <BarberTable workday={workday} date={day.date} />
    </section>
  ))
}

const cell = 'pr-3 align-top'

function BarberTable({ workday, date }: { workday: BarberWorkday; date: string }) {
  const rows = listRows(workday, date)
  const { fontSize, isTight } = chooseSheetText(rows.length)
  if (rows.length === 0) return <p>Nenhum agendamento.</p>
  return (
    <table className="w-full table-fixed border-collapse text-left leading-[1.2]" style={{ fontSize }}>
      <thead>
        <tr className="border-b-2 border-black">
          <th className={`${cell} w-[8.5em]`}>Hora</th>
          <th className={cell}>Cliente</th>
          <th className={`${cell} w-[9em]`}>Telefone</th>
          <th className={cell}>Serviço</th>
          <th className="w-[8.5em]">Situação</th>
        </tr>
      </thead>
      <tbody
        className={isTight ? '[&_td]:py-[0.1em] [&_td>div]:truncate' : '[&_td]:py-[0.3em] [&_td>div]:line-clamp-2'}
      >
        {rows.map(({ start, appointment, blocked }) =>
          appointment ? (
            <SheetRow key={appointment.id} appointment={appointment} />
          ) : (
            <tr key={`${start} ${blocked?.label}`} className="border-b border-black italic">
              <td className={`${cell} tabular-nums`}>{blocked && formatSpan(blocked)}</td>
              <td className={cell} colSpan={4}>
                <div>{blocked?.label}</div>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function SheetRow({ appointment }: { appointment: Appointment }) {
  const { service, note, status, customer } = appointment
  return (
    <tr className="border-b border-black">
      <td className={`${cell} font-semibold tabular-nums`}>{formatHourSpan(appointment)}</td>
      <td className={`${cell} font-semibold`}>
        <div>{getServedName(appointment)}</div>
      </td>
      <td className={`${cell} tabular-nums`}>{customer.phone && formatPhone(customer.phone)}</td>
      <td className={cell}>
        <div>
          {service.name}
          {note && <i> · {note}</i>}
        </div>
      </td>
      <td className="align-top whitespace-nowrap">{formatStatus(status, 'barber')}</td>
    </tr>
  )
}
