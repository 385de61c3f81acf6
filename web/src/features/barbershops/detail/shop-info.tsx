import type { Barbershop } from '@na-regua/contract/barbershops'
import { OpeningHours } from '../opening-hours/opening-hours.tsx'
import { FeatureList } from './feature-list.tsx'

type ShopInfoProps = {
  shop: Barbershop
  /** Weekday on the shop's own wall, 0 = Sunday. */
  today: number
}

export function ShopInfo({ shop, today }: ShopInfoProps) {
  return (
    <>
      {shop.description && (
        <p className="[overflow-wrap:anywhere] text-sm whitespace-pre-line text-mute">{shop.description}</p>
      )}
      <FeatureList features={shop.features} />
      <OpeningHours hours={shop.workingHours} today={today} />
    </>
  )
}
