import type { OwnBarbershop } from '@na-regua/contract/owners'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type DeactivationDialogProps = { shop: OwnBarbershop; onConfirm: () => void; onClose: () => void }

export function DeactivationDialog({ shop, onConfirm, onClose }: DeactivationDialogProps) {
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancelar
      </Button>
      <Button onClick={onConfirm}>Desativar</Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Desativar barbearia" footer={footer}>
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">{shop.name}</strong> sai das buscas e não recebe novos agendamentos.
      </p>
      <p className="mt-3 text-mute">
        O que já está marcado continua valendo, nada é apagado, e você pode ativá-la de novo quando houver vaga no
        plano.
      </p>
    </Dialog>
  )
}
