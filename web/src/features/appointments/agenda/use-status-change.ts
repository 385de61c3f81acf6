import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type AgendaPage, agendaKey, changeAppointmentStatus, type StatusChange } from './queries.ts'
import { statusAfter } from './rules.ts'

const texts: Record<StatusChange['action'], { done: string; failed: string }> = {
  confirm: { done: 'Agendamento confirmado', failed: 'Erro ao confirmar' },
  cancel: { done: 'Agendamento cancelado', failed: 'Erro ao cancelar' },
  complete: { done: 'Atendimento finalizado', failed: 'Erro ao finalizar' },
  'no-show': { done: 'Falta registrada', failed: 'Erro ao registrar a falta' },
  'correct-completed': { done: 'Corrigido para atendido', failed: 'Erro ao corrigir' },
  'correct-no-show': { done: 'Corrigido para não compareceu', failed: 'Erro ao corrigir' },
  'correct-cancelled': { done: 'Encaixe cancelado', failed: 'Erro ao corrigir' },
}

/** Sets the new status in every cached list; returns the rollback. */
function applyOptimistically(client: QueryClient, { id, action }: StatusChange) {
  const before = client.getQueriesData<AgendaPage>({ queryKey: agendaKey })
  const status = statusAfter[action]
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
    onSuccess: (_, { action }) => showToast({ tone: 'success', title: texts[action].done }),
    onError(error, { action }, rollBack) {
      rollBack?.()
      showToast({ tone: 'error', title: texts[action].failed, text: describeFailure(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}
