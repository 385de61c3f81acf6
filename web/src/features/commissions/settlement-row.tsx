import type { Settlement } from '@na-regua/contract/commissions'
import { formatLocalDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'

type SettlementRowProps = { settlement: Settlement; name?: string; onOpen: () => void }

/** A closed settlement in a list; a tap opens it. */
export function SettlementRow({ settlement, name, onOpen }: SettlementRowProps) {
  const until = `até ${formatLocalDate(settlement.until)}`
  return (
    <button type="button" onClick={onOpen} className="flex min-h-14 w-full items-center gap-3 px-3 text-left md:px-4">
      <span className="min-w-0 flex-1 truncate">{name ? `${name}, ${until}` : `Acerto ${until}`}</span>
      <Badge tone={settlement.paidAt ? 'green' : 'brass'}>{describeState(settlement)}</Badge>
      <span className="font-semibold tabular-nums">{formatMoney(settlement.totalCents)}</span>
    </button>
  )
}

function describeState({ paidAt, totalCents }: Settlement): string {
  if (totalCents === 0) return paidAt ? 'Encerrado' : 'A encerrar'
  return paidAt ? 'Pago' : 'A pagar'
}
