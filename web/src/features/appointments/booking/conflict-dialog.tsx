import type { Alternative } from '@na-regua/contract/appointments'
import { formatShortDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'

const kinds = {
  'same-barber': 'Mesmo barbeiro, horário próximo',
  'same-time': 'Mesmo horário, outro barbeiro',
  'next-day': 'Mesmo barbeiro, outro dia',
  'other-time': 'Horário mais próximo no mesmo dia',
  'other-day': 'Próximo dia com horários',
}

type ConflictDialogProps = {
  isOpen: boolean
  message: string
  alternatives: readonly Alternative[]
  onChoose: (alternative: Alternative) => void
  onClose: () => void
}

/** Somebody was faster: what happened, and what can be had instead. One press chooses, one more confirms. */
export function ConflictDialog({ isOpen, message, alternatives, onChoose, onClose }: ConflictDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Esse horário já foi">
      <p role="alert">{message}</p>
      {alternatives.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {alternatives.map((alternative) => (
            <li key={alternative.kind}>
              <button
                type="button"
                onClick={() => onChoose(alternative)}
                className="flex min-h-16 w-full items-center gap-3 rounded-control border border-line bg-card px-4 py-2.5 text-left transition-colors hover:border-edge"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-sm text-mute">{kinds[alternative.kind]}</span>
                  <span className="block font-semibold tabular-nums">
                    {formatShortDate(alternative.date)} às {alternative.time}
                  </span>
                  <span className="block truncate text-sm">com {alternative.barberName}</span>
                </span>
                <Icon name="chevron-right" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="ghost" isWide className="mt-3" onClick={onClose}>
        Escolher outro horário
      </Button>
    </Dialog>
  )
}
