import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'

type ConfirmationProps = {
  /** What the button does, and what is said when that fails without a reason. */
  label: string
  failure: string
  isLoggedIn: boolean
  /** Everything is chosen. */
  isReady: boolean
  isBusy: boolean
  error: unknown
  onConfirm: () => void
}

/** The one action of the screen, and what came of it when it failed. */
export function Confirmation({ label, failure, isLoggedIn, isReady, isBusy, error, onConfirm }: ConfirmationProps) {
  return (
    <div>
      <div role="alert">
        {error !== undefined && <p className="mb-2.5 text-sm font-medium text-red">{errorText(error, failure)}</p>}
      </div>
      <Button data-confirm isWide size="large" isBusy={isBusy} disabled={!isLoggedIn || !isReady} onClick={onConfirm}>
        {isLoggedIn ? label : 'Faça Login para Agendar'}
      </Button>
    </div>
  )
}
