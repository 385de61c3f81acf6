import { Button } from '../../../ui/button.tsx'
import type { ShopRowProps } from './active-shop.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { OwnShopCard } from './own-shop-card.tsx'

/** Switched off by its owner or by the plan: nothing is lost, and one press brings it back where there is room. */
export function InactiveShop({ shop, ownPlan, switches, addressFields }: ShopRowProps) {
  const actions = (
    <Button
      variant="ink"
      aria-label={`Ativar ${shop.name}`}
      disabled={!ownPlan.canEdit}
      isBusy={switches.pendingOf(shop.id) === 'activate'}
      onClick={() => switches.press(shop.id, 'activate')}
    >
      Ativar
    </Button>
  )
  const edit = <EditButtons {...{ shop, addressFields }} canEdit={ownPlan.canEdit} />
  return <OwnShopCard {...{ shop, edit, actions }} />
}
