import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import type { AddressSlot } from '../form/general-fields.tsx'
import { DeactivationDialog } from './deactivation-dialog.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { OwnShopCard } from './own-shop-card.tsx'
import { findFeaturingHurdle } from './rules.ts'
import type { SwitchName, useSwitches } from './use-switches.ts'

export type ShopRowProps = {
  shop: OwnBarbershop
  ownPlan: OwnPlan
  switches: ReturnType<typeof useSwitches>
  addressFields: AddressSlot
}

export function ActiveShop({ shop, ownPlan, switches, addressFields }: ShopRowProps) {
  const [isAsking, setAsking] = useState(false)
  const pending = switches.pendingOf(shop.id)

  const actions = (
    <>
      <FeatureButton {...{ shop, ownPlan, pending }} onPress={(name) => switches.press(shop.id, name)} />
      <Button variant="ghost" aria-label={`Desativar ${shop.name}`} onClick={() => setAsking(true)}>
        Desativar
      </Button>
      {isAsking && <DeactivationDialog shop={shop} onClose={() => setAsking(false)} />}
    </>
  )
  const edit = <EditButtons {...{ shop, addressFields }} canEdit={ownPlan.canEdit} />
  return <OwnShopCard {...{ shop, edit, actions }} />
}

type FeatureButtonProps = Pick<ShopRowProps, 'shop' | 'ownPlan'> & {
  pending: SwitchName | undefined
  onPress: (name: SwitchName) => void
}

function FeatureButton({ shop, ownPlan, pending, onPress }: FeatureButtonProps) {
  const navigate = useNavigate()
  const label = shop.is_featured ? 'Remover Destaque' : 'Destacar'

  function handlePress() {
    const hurdle = shop.is_featured ? undefined : findFeaturingHurdle(ownPlan)
    if (!hurdle) return onPress(shop.is_featured ? 'unfeature' : 'feature')
    const action = { label: 'Ver planos', onClick: () => void navigate(paths.becomeOwner()) }
    showToast({ tone: 'error', title: hurdle, action })
  }

  return (
    <Button
      variant="ghost"
      aria-label={`${label}: ${shop.name}`}
      disabled={!ownPlan.canEdit}
      isBusy={pending === 'feature' || pending === 'unfeature'}
      onClick={handlePress}
    >
      <Icon name="star" isFilled={shop.is_featured} className="size-4.5 text-brass" />
      {label}
    </Button>
  )
}
