import type { Barbershop } from '@na-regua/contract/barbershops'
import { Badge } from '../../../ui/badge.tsx'

export function ShopBadges({ shop }: { shop: Barbershop }) {
  return (
    <>
      <Badge tone={shop.is_open ? 'green' : 'neutral'}>{shop.is_open ? 'Aberto' : 'Fechado'}</Badge>
      {shop.is_featured && <Badge tone="brass">Destaque</Badge>}
    </>
  )
}
