import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { BookedList } from './booked-list.tsx'
import type { Ahead } from './rules.ts'
import { useDeactivation } from './use-deactivation.ts'

type DeactivationDialogProps = { shop: OwnBarbershop; onClose: () => void }

/** Asked before a shop is switched off; who is booked there is shown before anything happens. */
export function DeactivationDialog({ shop, onClose }: DeactivationDialogProps) {
  const { press, pending, ahead, failure } = useDeactivation(shop.id, onClose)
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {ahead ? 'Voltar' : 'Cancelar'}
      </Button>
      {ahead ? (
        <>
          <Button variant="outline" isBusy={pending === 'cancel'} onClick={() => press('cancel')}>
            Cancelar todos e desativar
          </Button>
          <Button isBusy={pending === 'keep'} onClick={() => press('keep')}>
            Manter e desativar
          </Button>
        </>
      ) : (
        <Button isBusy={pending !== undefined} onClick={() => press('ask')}>
          Desativar
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Desativar barbearia" width={ahead ? 'medium' : undefined} footer={footer}>
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">{shop.name}</strong> sai das buscas e não recebe novos agendamentos. Nada é
        apagado, e você pode ativá-la de novo quando houver vaga no plano.
      </p>
      <div role="alert">
        {ahead && <Booked {...ahead} />}
        {failure && <p className="mt-3 rounded-control bg-red-soft px-4 py-3 text-red">{failure}</p>}
      </div>
    </Dialog>
  )
}

function Booked({ appointments, timeZone }: Ahead) {
  return (
    <div className="mt-4 grid gap-3 rounded-card bg-brass-soft p-4">
      <p className="font-semibold text-brass">
        Ainda há {formatCount(appointments.length, 'agendamento', 'agendamentos')} à frente
      </p>
      <BookedList {...{ appointments, timeZone }} />
      <p className="text-sm">
        O que você mantiver continua valendo: o cliente pode cancelar, mas não remarcar. Se cancelar todos, cada cliente
        é avisado.
      </p>
    </div>
  )
}
