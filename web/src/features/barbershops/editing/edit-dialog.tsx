import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** What every dialog of a shop is given. */
export type ShopDialogProps = { shop: OwnBarbershop; onClose: () => void }

type EditDialogProps = ShopDialogProps & {
  title: string
  editing: { save: () => void; reload: () => Promise<void>; isSaving: boolean; isStale: boolean; failure?: string }
  /** Why it cannot be saved yet, in words. */
  hurdle?: string
  children: ReactNode
}

/** One part of a shop: changed here, saved as a whole. */
export function EditDialog({ shop, onClose, title, editing, hurdle, children }: EditDialogProps) {
  const footer = (
    <>
      <p role="status" className="w-full text-sm text-mute empty:hidden sm:w-auto sm:flex-1 sm:content-center">
        {hurdle}
      </p>
      <Button variant="outline" disabled={editing.isSaving} onClick={onClose}>
        Cancelar
      </Button>
      <Button isBusy={editing.isSaving} disabled={hurdle !== undefined || editing.isStale} onClick={editing.save}>
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
