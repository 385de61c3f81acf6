import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createStore, useStore } from 'zustand'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { formatInstantInSentence } from '../../../lib/format.ts'
import { getSession } from '../../../lib/session.ts'
import { sendOrQueue } from '../../../lib/use-commands.ts'
import { showToast } from '../../../ui/toast.tsx'
import { getServedName } from '../agenda/rules.ts'
import { takeBack } from '../commands/command-bar.tsx'
import { putAppointments, toMoveCommand } from '../commands/rules.ts'
import { offerUndo, reload, useUnnotified } from '../commands/use-unnotified.ts'
import { moveAppointment, undoMove } from './queries.ts'

/** A new time, and perhaps another barber. */
export type MoveTarget = { startTime: string; barber: { id: string; name: string } }

/** Shown at their new place until the server has responded and the day was loaded again. */
type State = { moving: readonly { id: string; target: MoveTarget }[] }

const store = createStore<State>(() => ({ moving: [] }))

const failedTitle = 'O horário não mudou'

const busyError = () =>
  new ApiResponseError(409, {
    code: 'EDIT_CONFLICT',
    message: 'A mudança anterior ainda está sendo salva. Tente de novo.',
  })

/** Moves at once; a refused move snaps back. Resolves to the error, if there was one. */
async function move(client: QueryClient, appointment: Appointment, target: MoveTarget) {
  const { id, version } = appointment
  if (store.getState().moving.some((other) => other.id === id)) return busyError()
  const userId = getSession().user?.id
  store.setState(({ moving }) => ({ moving: [...moving, { id, target }] }))
  try {
    const place = { startTime: target.startTime, barberId: target.barber.id }
    const { sent, commandId } = await sendOrQueue({
      build: () => toMoveCommand(appointment, placeAt(appointment, target)),
      send: () => moveAppointment(id, { ...place, version }),
    })
    if (commandId) showDiscard(appointment, target, commandId)
    if (!sent) return undefined
    offerUndo(client, sent, { userId, describe: describePlace, undo: undoMove })
    await reload(client)
    return undefined
  } catch (error) {
    void reload(client)
    return error as Error
  } finally {
    store.setState(({ moving }) => ({ moving: moving.filter((other) => other.id !== id) }))
  }
}

/** Without a network, what was not sent yet is simply forgotten. */
function showDiscard(appointment: Appointment, { startTime, barber }: MoveTarget, commandId: string) {
  showToast({
    tone: 'info',
    title: `${getServedName(appointment)}: ${formatInstantInSentence(startTime, appointment.timeZone)} com ${barber.name}`,
    text: 'Proposta guardada. Vale quando a rede voltar.',
    action: { label: 'Desfazer', onClick: () => void takeBack(commandId) },
  })
}

function describePlace({ startTime, timeZone, barber }: Appointment) {
  return `${formatInstantInSentence(startTime, timeZone)} com ${barber.name}`
}

/** Moves of appointments by staff. They are shown and sent at once, and can be undone for some seconds. */
export function useMoves() {
  const { moving } = useStore(store)
  const client = useQueryClient()
  return {
    ...useUnnotified(),
    /** For a dialog, which shows the error itself. */
    move: (appointment: Appointment, target: MoveTarget) => move(client, appointment, target),
    /** For a drag. */
    async drop(appointment: Appointment, target: MoveTarget) {
      const error = await move(client, appointment, target)
      if (error) showToast({ tone: 'error', title: failedTitle, text: errorText(error, 'Tente novamente') })
    },
    /** Why a drag was refused without a request. */
    refuse: (reason: string) => void showToast({ tone: 'error', title: failedTitle, text: reason }),
    applyMoves: (day: StaffDay) => applyMoves(day, moving),
  }
}

export type Moves = ReturnType<typeof useMoves>

/** The day as it will be after the moves that are under way. */
function applyMoves(day: StaffDay, moving: State['moving']): StaffDay {
  const targetOf = (id: string) => moving.find((other) => other.id === id)?.target
  const moved = day.barbers
    .flatMap(({ appointments }) => appointments)
    .flatMap((appointment) => {
      const target = targetOf(appointment.id)
      return target ? [placeAt(appointment, target)] : []
    })
  return moved.length === 0 ? day : putAppointments(day, moved)
}

function placeAt(appointment: Appointment, { startTime, barber }: MoveTarget): Appointment {
  const endTime = new Date(Date.parse(startTime) + appointment.durationMin * 60_000).toISOString()
  return {
    ...appointment,
    startTime,
    endTime,
    status: 'CONFIRMED',
    barber: { ...appointment.barber, id: barber.id, name: barber.name },
  }
}
