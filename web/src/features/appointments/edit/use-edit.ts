import type { Appointment } from '@na-regua/contract/appointments'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { getSession } from '../../../lib/session.ts'
import { sendOrQueue } from '../../../lib/use-commands.ts'
import { showToast } from '../../../ui/toast.tsx'
import { getServedName } from '../agenda/rules.ts'
import { takeBack } from '../commands/command-bar.tsx'
import { offerUndo } from '../commands/use-unnotified.ts'
import { editAppointment, saveStaffNote, undoEdit } from './queries.ts'
import { describeTerms, type Edit, toEditCommand, toStaffNoteCommand } from './rules.ts'

type EditRequest = {
  appointment: Appointment
  edit: Edit
  /** As it will be. */
  edited: Appointment
}

/** Saves an edit, which can be undone for some seconds; without a network it waits. */
export function useEdit(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ appointment, edit, edited }: EditRequest) =>
      sendOrQueue({
        build: () => toEditCommand(appointment, edited, edit),
        send: () => editAppointment(appointment.id, appointment.version, edit),
      }),
    onSuccess({ sent, commandId }, { edited }) {
      const userId = getSession().user?.id
      if (sent) offerUndo(client, sent, { userId, describe: describeTerms, undo: undoEdit })
      if (commandId) offerDiscard(`${getServedName(edited)}: ${describeTerms(edited)}`, commandId)
      onSaved()
    },
    onSettled: () =>
      Promise.all(
        ['appointments', 'availability', 'queue'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}

/** Without a network, what was not sent yet is simply forgotten. */
function offerDiscard(title: string, commandId: string) {
  showToast({
    tone: 'info',
    title,
    text: 'Guardado. Vale quando a rede voltar.',
    action: { label: 'Desfazer', onClick: () => void takeBack(commandId) },
  })
}

type NoteRequest = {
  appointment: Appointment
  before: string
  staffNote: string
}

/** Saves the note among staff. Undone by saving the one of before. */
async function saveNote(client: QueryClient, { appointment, before, staffNote }: NoteRequest) {
  try {
    const { commandId } = await sendOrQueue({
      build: () => toStaffNoteCommand(appointment, { before, staffNote }),
      send: () => saveStaffNote(appointment.id, { before, staffNote }),
    })
    if (commandId) offerDiscard('Anotação', commandId)
    return commandId === undefined
  } catch (error) {
    const title = hasCode(error, 'EDIT_CONFLICT') ? 'Outra pessoa mudou a anotação' : 'A anotação não foi salva'
    showToast({ tone: 'error', title, text: errorText(error, 'Tente novamente') })
    throw error
  } finally {
    void client.invalidateQueries({ queryKey: ['appointments'] })
  }
}

export function useStaffNote(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: NoteRequest) => saveNote(client, request),
    onSuccess(isSent, { appointment, before, staffNote }) {
      onSaved()
      if (!isSent) return
      const former = { appointment, before: staffNote, staffNote: before }
      showToast({
        tone: 'info',
        title: staffNote ? 'Anotado' : 'Anotação apagada',
        // A refusal has its own toast.
        action: { label: 'Desfazer', onClick: () => void saveNote(client, former).catch(() => undefined) },
      })
    },
  })
}
