import { errorText } from '../../../lib/error-text.ts'
import { NetworkError } from '../../../lib/network-error.ts'
import { Button } from '../../../ui/button.tsx'

type ConfirmationProps = {
  isLoggedIn: boolean
  /** Everything is chosen. */
  isReady: boolean
  isBusy: boolean
  error: unknown
  onConfirm: () => void
}

function Failure({ error }: { error: unknown }) {
  const text = errorText(error, 'Erro ao criar agendamento')
  return (
    <div className="mb-2.5 text-sm font-medium text-red">
      {error instanceof NetworkError && <p>Erro ao criar agendamento</p>}
      <p>{text}</p>
    </div>
  )
}

/** The one action of the screen, and what came of it when it failed. */
export function Confirmation({ isLoggedIn, isReady, isBusy, error, onConfirm }: ConfirmationProps) {
  return (
    <div>
      <div role="alert">{error !== undefined && <Failure error={error} />}</div>
      <Button data-confirm isWide size="large" isBusy={isBusy} disabled={!isLoggedIn || !isReady} onClick={onConfirm}>
        {isLoggedIn ? 'Confirmar agendamento' : 'Faça Login para Agendar'}
      </Button>
    </div>
  )
}
