import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import { activateBarbershop, featureBarbershop } from './queries.ts'

type Switch = {
  send: (id: string) => Promise<unknown>
  done: string
  failure: string
}

const switches = {
  activate: {
    send: activateBarbershop,
    done: 'Barbearia ativada',
    failure: 'Erro ao ativar barbearia',
  },
  feature: {
    send: (id) => featureBarbershop(id, true),
    done: 'Barbearia em destaque',
    failure: 'Erro ao atualizar status de destaque',
  },
  unfeature: {
    send: (id) => featureBarbershop(id, false),
    done: 'Destaque removido',
    failure: 'Erro ao atualizar status de destaque',
  },
} satisfies Record<string, Switch>

export type SwitchName = keyof typeof switches

/** Activates and features a barbershop. The deactivation has a dialog of its own. */
export function useBarbershopSwitches() {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, name }: { id: string; name: SwitchName }) => switches[name].send(id),
    onSuccess: (_, { name }) => showToast({ tone: 'success', title: switches[name].done }),
    onError: (error, { name }) => showToast({ tone: 'error', title: errorText(error, switches[name].failure) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['account'] }),
        client.invalidateQueries({ queryKey: ['barbershops'] }),
      ]),
  })
  return {
    run: (id: string, name: SwitchName) => mutate({ id, name }),
    /** The running change of a barbershop. */
    getPending: (id: string) => (isPending && variables.id === id ? variables.name : undefined),
  }
}
