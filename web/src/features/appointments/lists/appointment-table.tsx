import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { formatMoney, formatTime } from '../../../lib/format.ts'
import { appointmentCardId } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { ArrivalButton } from '../agenda/card-actions.tsx'
import { formatStatus, getServedName, statusTones } from '../agenda/rules.ts'
import { CommandBadge } from '../day/appointment-dialog.tsx'
import { actLabels, describeCustomer, describeRowState, findNextAct, formatDayOfRow } from './rules.ts'
import { handleRowKeys, type RowsProps } from './use-rows.ts'

/** A list of appointments from the `md` breakpoint on. Its header stays in view; a tablet has fewer columns. */
export function AppointmentTable({ groups, ...rows }: RowsProps) {
  const { selection, side } = rows
  const isSelectable = selection.requests.length > 0
  const isWide = useIsWide()
  const hasBarber = isWide && side === 'owner'
  const columnCount = 5 + [isSelectable, hasBarber, isWide].filter(Boolean).length
  return (
    <>
      <p className="mb-3 -mt-8 hidden text-right text-sm text-mute lg:block" aria-hidden="true">
        Setas mudam de linha, Enter abre{isSelectable && ', espaço seleciona'}
      </p>
      <table
        data-rows
        className="w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-card"
      >
        <thead className="sticky top-0 z-10">
          <tr className="*:border-b *:border-line *:bg-sunken *:first:rounded-tl-card *:last:rounded-tr-card">
            {isSelectable && (
              <th scope="col" className="w-12 pl-4">
                <Checkbox
                  checked={selection.selected.length === selection.requests.length}
                  onChange={selection.toggleAll}
                >
                  <span className="sr-only">Selecionar todos os pedidos</span>
                </Checkbox>
              </th>
            )}
            <Heading className="w-26">Hora</Heading>
            <Heading>Cliente</Heading>
            <Heading>Serviço</Heading>
            {hasBarber && <Heading>Barbeiro</Heading>}
            <Heading className="w-44 lg:w-52">Situação</Heading>
            <Heading className="w-28 text-right">Valor</Heading>
            {isWide && (
              <th scope="col" className="w-32">
                <span className="sr-only">Próximo passo</span>
              </th>
            )}
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.title} {...group} {...rows} columnCount={columnCount} isWide={isWide} />
        ))}
      </table>
    </>
  )
}

function Heading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={clsx('h-11 px-3 text-left text-sm font-semibold', className)}>
      {children}
    </th>
  )
}

type GroupProps = RowsProps['groups'][number] & RowOptions & { columnCount: number }

function Group({ title, isTitleShown, appointments, isHistory: _, columnCount, ...rows }: GroupProps) {
  const id = useId()
  return (
    <tbody aria-labelledby={id} className="[&>tr>*]:border-line [&:last-child>tr:last-child>*]:border-b-0">
      <tr className={isTitleShown ? undefined : 'sr-only'}>
        <th id={id} scope="rowgroup" colSpan={columnCount} className="border-b px-4 pt-4 pb-1.5 text-left">
          <span className="font-display text-lg font-extrabold tracking-[-0.02em]">{title}</span>
        </th>
      </tr>
      {appointments.map((appointment) => (
        <Row key={appointment.id} appointment={appointment} {...rows} />
      ))}
    </tbody>
  )
}

type RowOptions = Omit<RowsProps, 'groups'> & { isWide: boolean }
type RowProps = RowOptions & { appointment: Appointment }

function Row(props: RowProps) {
  const { appointment, side, now, selection, isDay, hasShops, isWide, onOpen } = props
  const { id, service, barber, barbershop, startTime, timeZone, priceCents } = appointment
  const name = getServedName(appointment)
  const isSelectable = selection.isSelectable(id)
  const { text: note, isWarning } = describeCustomer(appointment)
  const shop = hasShops && barbershop.name
  const byBarber = !isWide && `com ${barber.name}`
  const place = side === 'owner' ? byBarber : shop
  return (
    <tr
      id={appointmentCardId(id)}
      tabIndex={-1}
      className={clsx(
        'relative *:h-13 *:border-b *:px-3 *:py-0.5 *:leading-[1.25rem]',
        selection.isSelected(id) ? 'bg-navy-soft' : 'hover:bg-sunken/60',
      )}
    >
      {selection.requests.length > 0 && (
        <td className="pl-4!">
          {isSelectable && (
            <div className="relative z-1">
              <Checkbox checked={selection.isSelected(id)} onChange={() => selection.toggle(id)}>
                <span className="sr-only">Selecionar {name}</span>
              </Checkbox>
            </div>
          )}
        </td>
      )}
      <td className="tabular-nums">
        <span className="block font-semibold">{formatTime(startTime, timeZone)}</span>
        {!isDay && <span className="block truncate text-sm text-mute">{formatDayOfRow(appointment, now)}</span>}
      </td>
      <td>
        {/* Its area is the whole row. */}
        <button
          type="button"
          data-row
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
          {...handleRowKeys(isSelectable ? () => selection.toggle(id) : undefined)}
          className="block w-full text-left font-semibold outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-navy"
        >
          <Text isAlone={!note}>{name}</Text>
        </button>
        <Second className={isWarning ? 'text-red' : undefined}>{note}</Second>
      </td>
      <td>
        <Text isAlone={!place}>{service.name}</Text>
        <Second>{place}</Second>
      </td>
      {side === 'owner' && isWide && (
        <td>
          <Text isAlone={!shop}>{barber.name}</Text>
          <Second>{shop}</Second>
        </td>
      )}
      <td>
        <State appointment={appointment} side={side} now={now} />
      </td>
      <td className="text-right tabular-nums">{formatMoney(priceCents)}</td>
      {isWide && (
        <td>
          <div className="relative z-1 flex justify-end empty:hidden">
            <NextAct {...props} />
          </div>
        </td>
      )}
    </tr>
  )
}

/** Two lines at most, or the first of two. */
function Text({ isAlone, children }: { isAlone: boolean; children: string }) {
  return (
    <span title={children} className={isAlone ? 'line-clamp-2 wrap-anywhere' : 'block truncate'}>
      {children}
    </span>
  )
}

/** The second line of a cell. */
function Second({ className, children }: { className?: string | undefined; children: ReactNode }) {
  if (!children) return null
  return <span className={clsx('block truncate text-sm', className ?? 'text-mute')}>{children}</span>
}

function State({ appointment, side, now }: Pick<RowProps, 'appointment' | 'side' | 'now'>) {
  const { id, status } = appointment
  return (
    <>
      <span className="flex gap-1">
        <Badge tone={statusTones[status]}>{formatStatus(status, side)}</Badge>
        <CommandBadge appointmentId={id} />
      </span>
      <Second className={status === 'SCHEDULED' ? 'text-brass' : undefined}>
        {describeRowState(appointment, side, now)}
      </Second>
    </>
  )
}

/** One tap, which can be undone. */
function NextAct({ appointment, now, changes }: RowProps) {
  const pending = changes.findPending(appointment.id)
  if (pending) {
    return (
      <Button variant="outline" isBusy={pending.sending !== undefined} onClick={() => changes.undo(appointment.id)}>
        Desfazer
      </Button>
    )
  }
  const act = findNextAct(appointment, now)
  if (!act) return <ArrivalButton appointment={appointment} now={now} />
  return (
    <Button variant="outline" onClick={() => changes.change(appointment, act)}>
      {actLabels[act]}
      <span className="sr-only">: {getServedName(appointment)}</span>
    </Button>
  )
}
