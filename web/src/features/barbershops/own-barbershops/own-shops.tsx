import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'
import { ActiveShop } from './active-shop.tsx'
import { InactiveShop } from './inactive-shop.tsx'
import { describeLimit, describeOff } from './rules.ts'
import { useMovedFocus } from './use-moved-focus.ts'
import { useSwitches } from './use-switches.ts'

const WizardDialog = lazy(async () => ({ default: (await import('../wizard/wizard-dialog.tsx')).WizardDialog }))

type OwnShopsProps = {
  barbershops: readonly OwnBarbershop[]
  ownPlan: OwnPlan
  /** The CEP, the lists of places and the map, for the forms. */
  addressFields: AddressSlot
}

/** The tab 'Gerenciar Barbearias'. */
export function OwnShops({ barbershops, ownPlan, addressFields }: OwnShopsProps) {
  const [isCreating, setCreating] = useState(false)
  const limit = describeLimit(ownPlan, barbershops)
  const create = (
    <Button disabled={limit !== undefined || !ownPlan.canEdit} onClick={() => setCreating(true)}>
      <Icon name="plus" className="size-4.5" />
      Nova Barbearia
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      {barbershops.length === 0 ? (
        <Notice icon="shop" title="Crie sua primeira barbearia" action={create}>
          Em cinco passos ela aparece na busca: onde fica, o que oferece, os serviços, os horários e as fotos.
        </Notice>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-end gap-3">
            {limit && <LimitNote limit={limit} />}
            {create}
          </div>
          <ShopLists {...{ barbershops, ownPlan, addressFields }} />
        </>
      )}
      <Suspense>
        {isCreating && <WizardDialog isOpen onClose={() => setCreating(false)} addressFields={addressFields} />}
      </Suspense>
    </div>
  )
}

function LimitNote({ limit }: { limit: string }) {
  return (
    <p className="mr-auto flex flex-wrap items-center gap-x-3 text-sm text-mute">
      {limit}
      <ButtonLink to={paths.becomeOwner()} variant="ghost" className="px-2! text-sm! underline underline-offset-4">
        Ver planos
      </ButtonLink>
    </p>
  )
}

function ShopLists({ barbershops, ownPlan, addressFields }: OwnShopsProps) {
  const switches = useSwitches()
  useMovedFocus(barbershops)
  const [active, inactive] = [true, false].map((isOn) => barbershops.filter((shop) => shop.is_active === isOn))
  const shared = { ownPlan, switches, addressFields }
  return (
    <>
      {active && active.length > 0 && (
        <section aria-label="Barbearias ativas" className="grid grid-cols-1 gap-4">
          {active.map((shop) => (
            <ActiveShop key={shop.id} shop={shop} {...shared} />
          ))}
        </section>
      )}
      {inactive && inactive.length > 0 && (
        <section aria-labelledby="bloqueadas" className="grid grid-cols-1 gap-4">
          <h2 id="bloqueadas" className="text-xl">
            Barbearias bloqueadas
          </h2>
          <p className="-mt-3 text-mute">{describeOff(ownPlan, barbershops)}</p>
          {inactive.map((shop) => (
            <InactiveShop key={shop.id} shop={shop} {...shared} />
          ))}
        </section>
      )}
    </>
  )
}
