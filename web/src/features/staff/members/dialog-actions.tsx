import { Button } from '../../../ui/button.tsx'

type DialogActionsProps = { failure: string | undefined; isBusy: boolean; label: string; onCancel: () => void }

/** Below a short form: what went wrong, and the two ways out. */
export function DialogActions({ failure, isBusy, label, onCancel }: DialogActionsProps) {
  return (
    <>
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </>
  )
}
