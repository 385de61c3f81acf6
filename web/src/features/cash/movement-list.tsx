import type { CashMovement } from '@na-regua/contract/cash'
import { clsx } from 'clsx'
import { formatTime } from '../../lib/format.ts'
import { describeMovement, formatSigned, signedCents } from './rules.ts'

type CashMovementListProps = {
  movements: readonly CashMovement[]
  timeZone: string
  /** Absent where nothing can be taken back. */
  onReverse?: (movement: CashMovement) => void
}

/** What was put in and taken out; on the screen and on paper. */
export function CashMovementList({ movements, timeZone, onReverse }: CashMovementListProps) {
  if (movements.length === 0) return null
  return (
    <ul aria-label="Lançamentos" className="divide-y divide-line">
      {movements.map((movement) => {
        const { id, reason, occurredAt, actorName, reverses, isReversed } = movement
        const title = describeMovement(movement)
        return (
          <li key={id} className="flex min-h-11 items-start gap-x-3 py-2">
            <div className="min-w-0 flex-1">
              <p className={clsx('font-semibold wrap-anywhere', isReversed && 'text-mute line-through')}>{title}</p>
              <p className="text-sm wrap-anywhere text-mute tabular-nums">
                {[formatTime(occurredAt, timeZone), actorName, reason].filter(Boolean).join(' · ')}
              </p>
            </div>
            <div className="grid justify-items-end">
              <span className={clsx('font-semibold tabular-nums', isReversed && 'text-mute line-through')}>
                {formatSigned(signedCents(movement))}
              </span>
              {onReverse && !reverses && !isReversed && (
                <button
                  type="button"
                  aria-label={`Estornar ${title}`}
                  className="min-h-11 rounded-control px-2 text-sm underline hover:bg-sunken"
                  onClick={() => onReverse(movement)}
                >
                  Estornar
                </button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
