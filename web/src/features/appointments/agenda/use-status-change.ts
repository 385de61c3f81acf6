import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type AgendaPage, agendaKey, changeAppointmentStatus, type StatusChange } from './queries.ts'

type Outcome = { status: AppointmentStatus; done: string; failed: string }

const outcomes: Record<StatusChange['action'], Outcome> = {
  confirm: { status: 'CONFIRMED', done: 'Agendamento confirmado', failed: 'Erro ao confirmar' },
  cancel: { status: 'CANCELLED', done: 'Agendamento cancelado', failed: 'Erro ao cancelar' },
  complete: { status: 'COMPLETED', done: 'Atendimento finalizado', failed: 'Erro ao finalizar' },
  'no-show': { status: 'NO_SHOW', done: 'Falta registrada', failed: 'Erro ao registrar a falta' },
  'correct-completed': { status: 'COMPLETED', done: 'Corrigido para atendido', failed: 'Erro ao corrigir' },
  'correct-no-show': { status: 'NO_SHOW', done: 'Corrigido para não compareceu', failed: 'Erro ao corrigir' },
  'correct-cancelled': { status: 'CANCELLED', done: 'Encaixe cancelado', failed: 'Erro ao corrigir' },
}

/** Sets the new status in every cached list; returns the rollback. */
function applyOptimistically(client: QueryClient, { id, action }: StatusChange) {
  const before = client.getQueriesData<AgendaPage>({ queryKey: agendaKey })
  const { status } = outcomes[action]
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

/** After a conflict the list is refetched, so the request to reload is removed from the text. */
function describeFailure(error: Error) {
  const text = errorText(error, 'Tente novamente')
  return hasCode(error, 'STATE_CHANGED') ? `${text.replace(/ Atualize a página\.$/, '')} A lista foi atualizada.` : text
}

/** Confirms, cancels, completes or marks as missed: shown at once, rolled back when the server refuses. */
export function useStatusChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: StatusChange) => changeAppointmentStatus(change),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: agendaKey })
      return applyOptimistically(client, change)
    },
    onSuccess: (_, { action }) => showToast({ tone: 'success', title: outcomes[action].done }),
    onError(error, { action }, rollBack) {
      rollBack?.()
      showToast({ tone: 'error', title: outcomes[action].failed, text: describeFailure(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}
