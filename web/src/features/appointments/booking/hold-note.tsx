import { formatTime } from '../../../lib/format.ts'
import { visitorZone } from '../../../lib/local-time.ts'
import { Icon } from '../../../ui/icon.tsx'

/** On the visitor's own clock: it says how long one may take, not when the cut is. */
export function HoldNote({ heldUntil }: { heldUntil: string | undefined }) {
  return (
    <p role="status" className="flex gap-2.5 rounded-control bg-brass-soft px-3.5 py-3 text-brass">
      <Icon name="clock" className="mt-0.5 size-5" />
      {heldUntil
        ? `Guardamos este horário para você até ${formatTime(heldUntil, visitorZone())}.`
        : 'Guardando este horário para você...'}
    </p>
  )
}
