import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { type AgendaPage, agendaKey, type Change, changeAppointment } from './queries.ts'

type Outcome = { status: AppointmentStatus; done: string; failed: string }

const outcomes: Record<Change['act'], Outcome> = {
  confirm: { status: 'CONFIRMED', done: 'Agendamento confirmado', failed: 'Erro ao confirmar' },
  cancel: { status: 'CANCELLED', done: 'Agendamento cancelado', failed: 'Erro ao cancelar' },
  complete: { status: 'COMPLETED', done: 'Atendimento finalizado', failed: 'Erro ao finalizar' },
  'no-show': { status: 'NO_SHOW', done: 'Falta registrada', failed: 'Erro ao registrar a falta' },
}

/** Shows the new status in every list that is at hand; answers how to take that back. */
function showAtOnce(client: QueryClient, { id, act }: Change) {
  const before = client.getQueriesData<AgendaPage>({ queryKey: agendaKey })
  const { status } = outcomes[act]
  client.setQueriesData<AgendaPage>(
    { queryKey: agendaKey },
    (page) =>
      page && {
        ...page,
        appointments: page.appointments.map((row) => (row.id === id ? { ...row, status } : row)),
      },
  )
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page)
  }
}

/** Who was overtaken by somebody else need not reload by himself: the list does, whatever happened. */
function explain(error: Error) {
  const words = errorText(error, 'Tente novamente')
  return hasCode(error, 'STATE_CHANGED')
    ? `${words.replace(/ Atualize a página\.$/, '')} A lista foi atualizada.`
    : words
}

/** Confirms, cancels, finishes or marks as missed: seen at once, taken back when the server refuses. */
export function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => changeAppointment(change),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: agendaKey })
      return showAtOnce(client, change)
    },
    onSuccess: (_, { act }) => showToast({ tone: 'success', title: outcomes[act].done }),
    onError(error, { act }, takeBack) {
      takeBack?.()
      showToast({ tone: 'error', title: outcomes[act].failed, text: explain(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}
