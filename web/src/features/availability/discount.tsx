import { formatMoney } from '../../lib/format.ts'

/** In cents. */
export type DiscountPrices = { priceCents: number; listPriceCents: number }

/** On a time in a last-minute slot: what it costs then, below what it costs otherwise. */
export function Discount({ priceCents, listPriceCents }: DiscountPrices) {
  return (
    <span className="grid text-center text-xs tabular-nums">
      <s className="text-mute">
        <span className="sr-only"> em vez de </span>
        {formatMoney(listPriceCents)}
      </s>{' '}
      <span className="font-semibold text-brass">{formatMoney(priceCents)}</span>
    </span>
  )
}
