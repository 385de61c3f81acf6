import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { showToast } from '../../../ui/toast.tsx'

/** The owner's barbershops, active or not, and the plan that limits them. The key starts with the topic of the event stream. */
export const ownBarbershopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'barbershops'],
    queryFn: ({ signal }) => api(ownBarbershopsApi.listBarbershops, { signal }),
    // Cached data is shown at once, but always refetched: another tab may have changed it.
    refetchOnMount: 'always',
  })

/** The current barbers of a barbershop, active or not. */
export const barbersOfBarbershopQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'staff', 'members'],
    queryFn: ({ signal }) => api(membersApi.list, { signal }),
    select: ({ barbers }) => barbers.filter((barber) => barber.barbershop.id === id),
  })

const activateBarbershop = (id: string) => api(ownBarbershopsApi.activate, { params: { id } })

export const deactivateBarbershop = (id: string, booked: 'ask' | 'keep' | 'cancel') =>
  api(ownBarbershopsApi.deactivate, { params: { id }, query: { booked } })

const featureBarbershop = (id: string, isFeatured: boolean) =>
  api(ownBarbershopsApi.setFeatured, { params: { id }, body: { isFeatured } })

export const saveInformation = (id: string, body: Body<typeof ownBarbershopsApi.updateBarbershop>) =>
  api(ownBarbershopsApi.updateBarbershop, { params: { id }, body })

export const saveFeatures = (id: string, body: Body<typeof ownBarbershopsApi.setFeatures>) =>
  api(ownBarbershopsApi.setFeatures, { params: { id }, body })

export const saveServices = (id: string, body: Body<typeof ownBarbershopsApi.setServices>) =>
  api(ownBarbershopsApi.setServices, { params: { id }, body })

export const saveHours = (id: string, body: Body<typeof ownBarbershopsApi.setOperatingHours>) =>
  api(ownBarbershopsApi.setOperatingHours, { params: { id }, body })

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
  const navigate = useNavigate()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, name }: { id: string; name: SwitchName }) => switches[name].send(id),
    onSuccess: (_, { name }) => showToast({ tone: 'success', title: switches[name].done }),
    onError(error, { name }) {
      const action = { label: 'Ver planos', onClick: () => void navigate(paths.becomeOwner()) }
      const title = errorText(error, switches[name].failure)
      showToast({ tone: 'error', title, action: hasCode(error, 'PLAN_LIMIT') ? action : undefined })
    },
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
