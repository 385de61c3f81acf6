import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { ownBarbershopsQuery } from '../own-barbershops/queries.ts'

/** What stands in the way of a change, for the owner to decide. */
function conflictsOf(error: unknown): readonly ScheduleConflict[] {
  const list = hasCode(error, 'SCHEDULE_CONFLICT') ? error.details.conflicts : undefined
  return Array.isArray(list) ? list : []
}

type Editing<D> = {
  shop: OwnBarbershop
  toDraft: (shop: OwnBarbershop) => D
  /** `keepConflicts`: what is booked and would stand outside the change stays booked. */
  send: (draft: D, version: number, keepConflicts: boolean) => Promise<{ barbershop: OwnBarbershop }>
  onSaved: () => void
  /** What is said when it fails and nobody knows better. */
  describeFailure?: (draft: D) => string
}

/** Puts the answer where the list of shops reads it; whoever shows the shop elsewhere asks anew. */
function useShopUpdate() {
  const client = useQueryClient()
  return (saved: OwnBarbershop) => {
    client.setQueryData(ownBarbershopsQuery().queryKey, (old) =>
      old ? { ...old, barbershops: old.barbershops.map((shop) => (shop.id === saved.id ? saved : shop)) } : undefined,
    )
    for (const queryKey of [['account'], ['barbershops'], ['availability'], ['appointments', 'day']])
      void client.invalidateQueries({ queryKey })
  }
}

const sayUnsaved = () => 'Erro ao salvar. Tente novamente.'

/** A part of a shop under edit. It is sent with the version that it was begun on, so that nobody's work is overwritten. */
export function useEditing<D>({ shop, toDraft, send, onSaved, describeFailure = sayUnsaved }: Editing<D>) {
  const client = useQueryClient()
  const update = useShopUpdate()
  const [begun, setBegun] = useState(() => ({ draft: toDraft(shop), version: shop.version }))
  const saving = useMutation({
    mutationFn: (keepConflicts: boolean) => send(begun.draft, begun.version, keepConflicts),
    onSuccess({ barbershop }) {
      update(barbershop)
      showToast({ tone: 'success', title: 'Alterações salvas' })
      onSaved()
    },
  })

  /** Takes up what the server has, with nothing of one's own left. */
  async function reload() {
    const { barbershops } = await client.fetchQuery({ ...ownBarbershopsQuery(), staleTime: 0 })
    const fresh = barbershops.find(({ id }) => id === shop.id)
    if (fresh) setBegun({ draft: toDraft(fresh), version: fresh.version })
    saving.reset()
  }

  const conflicts = conflictsOf(saving.error)
  return {
    draft: begun.draft,
    version: begun.version,
    change: (change: (draft: D) => D) => setBegun((old) => ({ ...old, draft: change(old.draft) })),
    save: () => saving.mutate(false),
    saveAnyway: () => saving.mutate(true),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    conflicts,
    failure: saving.error && conflicts.length === 0 ? errorText(saving.error, describeFailure(begun.draft)) : undefined,
  }
}
