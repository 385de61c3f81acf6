import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { deactivateBarbershop } from './queries.ts'
import { aheadOf } from './rules.ts'

/** Asks first; who is booked there is then answered, for the owner to decide. */
export function useDeactivation(shopId: string, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (booked: 'ask' | 'keep' | 'cancel') => deactivateBarbershop(shopId, booked),
    onSuccess({ cancelledAppointments: count }) {
      const text = count > 0 ? formatCount(count, 'horário cancelado', 'horários cancelados') : undefined
      showToast({ tone: 'success', title: 'Barbearia desativada', text })
      onDone()
    },
    onSettled: () =>
      Promise.all(
        [['account'], ['barbershops'], ['appointments']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
  const ahead = aheadOf(error)
  return {
    press: mutate,
    pending: isPending ? variables : undefined,
    ahead,
    failure: error && !ahead ? errorText(error, 'Erro ao desativar barbearia') : undefined,
  }
}
