import type { Appointment } from '@na-regua/contract/appointments'
import { useState } from 'react'
import { formatDateAndTime } from '../../../lib/format.ts'
import { useCommands } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { useIsMedium } from '../../../ui/use-media-query.ts'
import { ReasonDialog } from '../agenda/card-actions.tsx'
import { type AgendaFilters, getServedName, groupByTime, type StaffSide } from '../agenda/rules.ts'
import { applyToAppointment } from '../commands/rules.ts'
import { AppointmentDialog } from '../day/appointment-dialog.tsx'
import { useMoves } from '../day/use-moves.ts'
import type { UndoableChanges } from '../day/use-undoable-changes.ts'
import { AppointmentLines } from './appointment-lines.tsx'
import { AppointmentTable } from './appointment-table.tsx'
import { describeSelection, isDecidable, refusalReasons } from './rules.ts'
import { type Selection, useSelection } from './use-rows.ts'

type StaffRowsProps = {
  side: StaffSide
  filters: AgendaFilters
  stored: readonly Appointment[]
  changes: UndoableChanges
  hasShops: boolean
}

/** The rows of a page: a table where there is room. One press opens the details, and requests are decided together. */
export function StaffRows({ side, filters, stored, changes, hasShops }: StaffRowsProps) {
  const now = useNow()
  const moves = useMoves()
  const { commands } = useCommands()
  const isTable = useIsMedium()
  const [openId, setOpenId] = useState<string>()
  const [refused, setRefused] = useState<readonly Appointment[]>([])
  const appointments = stored.map((one) => changes.applyPending(applyToAppointment(one, commands)))
  const selection = useSelection(appointments.filter((one) => isDecidable(one, now)))
  const Rows = isTable ? AppointmentTable : AppointmentLines

  function handleRefuse(reason: string | undefined) {
    changes.changeAll(refused, { action: 'cancel', reason })
    setRefused([])
    selection.clear()
  }

  function handleAccept() {
    changes.changeAll(selection.selected, { action: 'confirm' })
    selection.clear()
  }

  return (
    <>
      <Rows
        side={side}
        groups={groupByTime(appointments, filters, now)}
        now={now}
        changes={changes}
        selection={selection}
        isDay={filters.date !== undefined}
        hasShops={hasShops || stored.some(({ barbershop }) => barbershop.id !== stored[0]?.barbershop.id)}
        onOpen={setOpenId}
      />
      {selection.selected.length > 0 && (
        <SelectionBar selection={selection} onAccept={handleAccept} onRefuse={() => setRefused(selection.selected)} />
      )}
      <AppointmentDialog
        appointment={appointments.find(({ id }) => id === openId)}
        now={now}
        changes={changes}
        moves={moves}
        onClose={() => setOpenId(undefined)}
        onRefuse={(appointment) => setRefused([appointment])}
      />
      <RefusalDialog
        key={refused.map(({ id }) => id).join()}
        refused={refused}
        onClose={() => setRefused([])}
        onConfirm={handleRefuse}
      />
    </>
  )
}

type SelectionBarProps = { selection: Selection; onAccept: () => void; onRefuse: () => void }

/** Takes the place of a phone's navigation while something is selected. */
function SelectionBar({ selection, onAccept, onRefuse }: SelectionBarProps) {
  const { selected, clear } = selection
  return (
    <section
      aria-label="Pedidos selecionados"
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-5 mt-4 flex flex-wrap items-center gap-2 bg-ink px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] text-paper md:bottom-4 md:mx-0 md:rounded-card md:px-4"
    >
      <p role="status" className="min-w-0 grow font-semibold tabular-nums max-sm:w-full">
        {describeSelection(selected)}
      </p>
      <Button variant="ghost" className="text-paper hover:bg-paper/15 max-sm:px-3" onClick={clear}>
        Limpar
      </Button>
      <Button variant="outline" className="max-sm:grow" onClick={onRefuse}>
        Recusar {selected.length}…
      </Button>
      <Button className="max-sm:grow" onClick={onAccept}>
        Aceitar {selected.length}
      </Button>
    </section>
  )
}

type RefusalDialogProps = {
  refused: readonly Appointment[]
  onClose: () => void
  onConfirm: (reason: string | undefined) => void
}

/** Requires no reason, and takes one, for one appointment or many. */
function RefusalDialog({ refused, onClose, onConfirm }: RefusalDialogProps) {
  const [first] = refused
  const isRequest = first?.status === 'SCHEDULED'
  const one = isRequest ? 'Recusar agendamento' : 'Cancelar agendamento'
  const title = refused.length > 1 ? `Recusar ${refused.length} pedidos` : one
  return (
    <ReasonDialog
      isOpen={first !== undefined}
      title={title}
      text={first ? describeConsequences(first, refused.length) : ''}
      label={title}
      readyReasons={refusalReasons}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}

function describeConsequences(appointment: Appointment, count: number) {
  if (count > 1) return 'Os horários voltam a ficar livres, e cada cliente é avisado com este motivo.'
  const when = formatDateAndTime(appointment.startTime, appointment.timeZone)
  return `${getServedName(appointment)}, ${when}. O horário volta a ficar livre e o cliente é avisado.`
}
