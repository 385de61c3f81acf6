import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { activateBarbershop, featureBarbershop } from './queries.ts'

type Switch = {
  act: (id: string) => Promise<unknown>
  done: string
  failure: string
}

const switches = {
  activate: {
    act: activateBarbershop,
    done: 'Barbearia ativada',
    failure: 'Erro ao ativar barbearia',
  },
  feature: {
    act: (id) => featureBarbershop(id, true),
    done: 'Barbearia em destaque',
    failure: 'Erro ao atualizar status de destaque',
  },
  unfeature: {
    act: (id) => featureBarbershop(id, false),
    done: 'Destaque removido',
    failure: 'Erro ao atualizar status de destaque',
  },
} satisfies Record<string, Switch>

export type SwitchName = keyof typeof switches

/** Turns a shop on, and its place in front of the others. Switching off asks first: see the dialog. */
export function useSwitches() {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, name }: { id: string; name: SwitchName }) => switches[name].act(id),
    onSuccess: (_, { name }) => showToast({ tone: 'success', title: switches[name].done }),
    onError: (error, { name }) => showToast({ tone: 'error', title: errorText(error, switches[name].failure) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['account'] }),
        client.invalidateQueries({ queryKey: ['barbershops'] }),
      ]),
  })
  return {
    press: (id: string, name: SwitchName) => mutate({ id, name }),
    /** What is on its way for this shop. */
    pendingOf: (id: string) => (isPending && variables.id === id ? variables.name : undefined),
  }
}
