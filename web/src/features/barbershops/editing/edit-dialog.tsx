import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ownBarbershopsQuery } from '../own-barbershops/queries.ts'

function listConflicts(error: unknown): readonly ScheduleConflict[] {
  const list = hasCode(error, 'SCHEDULE_CONFLICT') ? error.details.conflicts : undefined
  return Array.isArray(list) ? list : []
}

type EditOptions<D> = {
  shop: OwnBarbershop
  toDraft: (shop: OwnBarbershop) => D
  /** `keepConflicts`: appointments outside the new hours stay booked. */
  send: (draft: D, version: number, keepConflicts: boolean) => Promise<{ barbershop: OwnBarbershop }>
  onSaved: () => void
  /** Fallback error text. */
  describeError?: (draft: D) => string
}

/** Writes the response to the cached list of barbershops, and invalidates the other queries that contain it. */
function useCacheUpdate() {
  const client = useQueryClient()
  return (saved: OwnBarbershop) => {
    client.setQueryData(ownBarbershopsQuery().queryKey, (old) =>
      old ? { ...old, barbershops: old.barbershops.map((shop) => (shop.id === saved.id ? saved : shop)) } : undefined,
    )
    for (const queryKey of [['account'], ['barbershops'], ['availability'], ['appointments', 'day']])
      void client.invalidateQueries({ queryKey })
  }
}

/** The draft of a part of a barbershop. It is saved with the version it started from, to detect concurrent edits. */
export function useBarbershopEdit<D>({ shop, toDraft, send, onSaved, describeError }: EditOptions<D>) {
  const client = useQueryClient()
  const update = useCacheUpdate()
  const [state, setState] = useState(() => ({ draft: toDraft(shop), version: shop.version }))
  const saving = useMutation({
    mutationFn: (keepConflicts: boolean) => send(state.draft, state.version, keepConflicts),
    onSuccess({ barbershop }) {
      update(barbershop)
      showToast({ tone: 'success', title: 'Alterações salvas' })
      onSaved()
    },
  })

  /** Discards the draft and starts from the current version. */
  async function reload() {
    const { barbershops } = await client.fetchQuery({ ...ownBarbershopsQuery(), staleTime: 0 })
    const current = barbershops.find(({ id }) => id === shop.id)
    if (current) setState({ draft: toDraft(current), version: current.version })
    saving.reset()
  }

  const conflicts = listConflicts(saving.error)
  const fallback = describeError?.(state.draft) ?? 'Erro ao salvar. Tente novamente.'
  return {
    draft: state.draft,
    version: state.version,
    change: (change: (draft: D) => D) => setState((old) => ({ ...old, draft: change(old.draft) })),
    save: () => saving.mutate(false),
    saveAnyway: () => saving.mutate(true),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    conflicts,
    failure: saving.error && conflicts.length === 0 ? errorText(saving.error, fallback) : undefined,
  }
}

export type BarbershopDialogProps = { shop: OwnBarbershop; onClose: () => void }

type EditDialogProps = BarbershopDialogProps & {
  title: string
  editing: { save: () => void; reload: () => Promise<void>; isSaving: boolean; isStale: boolean; failure?: string }
  /** Why it cannot be saved yet. */
  disabledReason?: string
  children: ReactNode
}

export function EditDialog({ shop, onClose, title, editing, disabledReason, children }: EditDialogProps) {
  const footer = (
    <>
      <p role="status" className="w-full text-sm text-mute empty:hidden sm:w-auto sm:flex-1 sm:content-center">
        {disabledReason}
      </p>
      <Button variant="outline" disabled={editing.isSaving} onClick={onClose}>
        Cancelar
      </Button>
      <Button
        isBusy={editing.isSaving}
        disabled={disabledReason !== undefined || editing.isStale}
        onClick={editing.save}
      >
        {editing.isSaving ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} width="wide" isFullOnPhone footer={footer}>
      <p className="mb-4 font-semibold text-mute [overflow-wrap:anywhere]">{shop.name}</p>
      <Failure {...editing} />
      {children}
    </Dialog>
  )
}

function Failure({ failure, isStale, reload }: EditDialogProps['editing']) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-red-soft p-4">
          <p className="min-w-0 flex-1 font-medium">{failure}</p>
          {isStale && (
            <Button variant="outline" onClick={() => void reload()}>
              Recarregar
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
