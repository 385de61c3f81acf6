import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { LeavingOffer } from '../login/leaving-offer.tsx'
import { useGoogleStart } from './use-google-start.ts'

type LeavingChoiceProps = { error: Error; onCancel: () => void }

/** Google opened an account that is being deleted. Whoever keeps it goes to Google once more: what proved him is spent. */
export function LeavingChoice({ error, onCancel }: LeavingChoiceProps) {
  const { mutate: start } = useGoogleStart()
  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{error.message}</FormAlert>
      <LeavingOffer error={error} onKept={() => start()} />
      <Button variant="ghost" onClick={onCancel}>
        Agora não
      </Button>
    </div>
  )
}
