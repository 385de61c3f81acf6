import type { Barbershop } from '@na-regua/contract/barbershops'
import { formatDistance, formatZipCode } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { mapsHref } from './rules.ts'

type ShopAddressProps = {
  shop: Barbershop
  /** From where the visitor is, when that is known. */
  distanceKm: number | null | undefined
}

export function ShopAddress({ shop, distanceKm }: ShopAddressProps) {
  return (
    <div className="flex gap-3">
      <Icon name="pin" className="mt-0.5 size-5 text-mute" />
      <div className="min-w-0 text-sm">
        <address className="[overflow-wrap:anywhere] not-italic">
          {shop.address}
          {shop.zipCode && <span className="whitespace-nowrap text-mute"> · CEP {formatZipCode(shop.zipCode)}</span>}
        </address>
        <div className="-mb-2 flex flex-wrap items-center gap-x-3">
          <a
            href={mapsHref(shop)}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-navy underline underline-offset-4"
          >
            Abrir no Google Maps
            <Icon name="external" className="size-4" />
            <span className="sr-only">(abre em nova aba)</span>
          </a>
          {typeof distanceKm === 'number' && (
            <span className="text-mute tabular-nums">a {formatDistance(distanceKm)} de você</span>
          )}
        </div>
      </div>
    </div>
  )
}
