import type { Barbershop } from '@na-regua/contract/barbershops'
import { formatDistance, formatZipCode } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { mapsHref } from './rules.ts'

export function ShopAddress({ shop }: { shop: Barbershop }) {
  return (
    <div className="flex gap-3">
      <Icon name="pin" className="mt-0.5 size-5 text-mute" />
      <div className="min-w-0 text-sm">
        <address className="not-italic">
          {shop.address}
          {shop.zipCode && <span className="whitespace-nowrap text-mute"> · CEP {formatZipCode(shop.zipCode)}</span>}
        </address>
        {shop.distance_in_km !== null && (
          <p className="text-mute tabular-nums">a {formatDistance(shop.distance_in_km)} de você</p>
        )}
        <a
          href={mapsHref(shop)}
          target="_blank"
          rel="noopener noreferrer"
          className="-mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-navy underline underline-offset-4"
        >
          Abrir no Google Maps
          <Icon name="external" className="size-4" />
          <span className="sr-only">(abre em nova aba)</span>
        </a>
      </div>
    </div>
  )
}
