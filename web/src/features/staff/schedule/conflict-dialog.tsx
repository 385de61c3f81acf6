import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConflictList } from './conflict-list.tsx'

type ConflictDialogProps = Parameters<typeof ConflictList>[0] & {
  isBusy: boolean
  onBack: () => void
  onKeep: () => void
}

/** Asked before a change that booked customers would stand outside of. Nothing is cancelled by it. */
export function ConflictDialog({ conflicts, timeZone, dayLink, isBusy, onBack, onKeep }: ConflictDialogProps) {
  const one = conflicts.length === 1
  return (
    <Dialog
      isOpen={conflicts.length > 0}
      onClose={onBack}
      width="medium"
      title={one ? 'Há um agendamento nesse tempo' : `Há ${conflicts.length} agendamentos nesse tempo`}
      footer={
        <>
          <Button variant="outline" onClick={onBack}>
            Voltar
          </Button>
          <Button onClick={onKeep} isBusy={isBusy}>
            {one ? 'Manter o agendamento e salvar' : 'Manter os agendamentos e salvar'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-mute">
        Se você salvar, {one ? 'ele continua marcado' : 'eles continuam marcados'} e ninguém mais consegue agendar nesse
        tempo. Para mudar ou cancelar, abra o dia ou fale com o cliente.
      </p>
      <ConflictList {...{ conflicts, timeZone, dayLink }} />
    </Dialog>
  )
}
