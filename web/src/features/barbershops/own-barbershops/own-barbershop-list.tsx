import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { paths } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { denseListClass, useListSearch } from '../../../ui/dense-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DeactivationDialog } from '../editing/edit-dialog.tsx'
import { type SwitchName, useBarbershopSwitches } from '../editing/queries.ts'
import type { AddressSlot } from '../form/barbershop-fields.tsx'
import { type BarbershopPart, getCardId, OwnBarbershopRow, type OwnBarbershopRowProps } from './own-barbershop-card.tsx'
import { describeInactive, describeLimit, findFeaturingError, listOwned } from './rules.ts'

const WizardDialog = lazy(async () => ({ default: (await import('../wizard/wizard-dialog.tsx')).WizardDialog }))

type OwnBarbershopListProps = {
  barbershops: readonly OwnBarbershop[]
  ownPlan: OwnPlan
  /** CEP, street, state, city and map, for the forms. */
  addressFields: AddressSlot
  displacement: DisplacementSlot
  /** Dialogs of other features, beside those of the barbershop. */
  otherParts: readonly BarbershopPart[]
}

export function OwnBarbershopList(props: OwnBarbershopListProps) {
  const { barbershops, ownPlan, addressFields } = props
  const user = useUser()
  const [isCreating, setCreating] = useWizard(barbershops.length === 0 && ownPlan.canEdit)
  const limit = describeLimit(ownPlan, listOwned(barbershops, user))
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
          {user?.role === 'OWNER' && (
            <div className="flex flex-wrap items-center justify-end gap-3">
              {limit && <LimitNote limit={limit} />}
              {create}
            </div>
          )}
          <ActiveAndInactive {...props} />
        </>
      )}
      <Suspense>
        {isCreating && <WizardDialog isOpen onClose={() => setCreating(false)} addressFields={addressFields} />}
      </Suspense>
    </div>
  )
}

/** Whether the wizard is open: from the start for a new owner, whose link says so. */
function useWizard(canStart: boolean) {
  const [params, change] = useUrlParams()
  const [isOpen, setOpen] = useState(canStart && params.has('criar'))

  function toggle(next: boolean) {
    setOpen(next)
    if (next || !params.has('criar')) return
    // A reload does not open it again.
    void change((current) => {
      const rest = new URLSearchParams(current)
      rest.delete('criar')
      return rest
    })
  }

  return [isOpen, toggle] as const
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

const toSearchText = ({ name, neighborhood, city }: OwnBarbershop) => [name, neighborhood, city].join(' ')

function ActiveAndInactive({ barbershops, ownPlan, ...slots }: OwnBarbershopListProps) {
  const switches = useBarbershopSwitches()
  useFocusMovedCard(barbershops)
  const { field, found } = useListSearch(barbershops, 'Procurar barbearia', toSearchText)
  const [active = [], inactive = []] = [true, false].map((isOn) => found.filter((shop) => shop.is_active === isOn))
  const user = useUser()
  const owned = listOwned(barbershops, user)
  const shared = { ownPlan, switches, ...slots }
  const rowOf = useOpenRows(barbershops)
  return (
    <>
      {field}
      {found.length === 0 && <Notice icon="search" title="Nenhuma barbearia com esse nome" />}
      {active.length > 0 && (
        <section aria-label="Barbearias ativas" className={denseListClass}>
          {active.map((shop) => (
            <ActiveBarbershop key={shop.id} {...rowOf(shop)} {...shared} />
          ))}
        </section>
      )}
      {inactive.length > 0 && (
        <section aria-labelledby="bloqueadas" className="grid grid-cols-1 gap-3">
          <h2 id="bloqueadas" className="text-xl">
            Barbearias bloqueadas
          </h2>
          <p className="-mt-2 text-mute">{describeInactive(ownPlan, owned)}</p>
          <div className={denseListClass}>
            {inactive.map((shop) => (
              <InactiveBarbershop key={shop.id} {...rowOf(shop)} {...shared} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

type StatusProps = OwnBarbershopRowProps & {
  /** One of the owner's barbershops is featured. */
  switches: ReturnType<typeof useBarbershopSwitches>
}

function ActiveBarbershop({ switches, ...row }: StatusProps) {
  const { shop, ownPlan } = row
  const [isDeactivating, setDeactivating] = useState(false)
  const pending = switches.getPending(shop.id)

  const actions = (
    <>
      <FeatureButton shop={shop} ownPlan={ownPlan} pending={pending} onChange={(name) => switches.run(shop.id, name)} />
      <Button variant="ghost" aria-label={`Desativar ${shop.name}`} onClick={() => setDeactivating(true)}>
        Desativar
      </Button>
      {isDeactivating && <DeactivationDialog shop={shop} onClose={() => setDeactivating(false)} />}
    </>
  )
  return <OwnBarbershopRow {...row} actions={actions} />
}

type FeatureButtonProps = Pick<StatusProps, 'shop' | 'ownPlan'> & {
  pending: SwitchName | undefined
  onChange: (name: SwitchName) => void
}

function FeatureButton({ shop, ownPlan, pending, onChange }: FeatureButtonProps) {
  const navigate = useNavigate()
  const label = shop.is_featured ? 'Remover Destaque' : 'Destacar'

  function handleClick() {
    const error = shop.is_featured ? undefined : findFeaturingError(ownPlan)
    if (!error) return onChange(shop.is_featured ? 'unfeature' : 'feature')
    const action = { label: 'Ver planos', onClick: () => void navigate(paths.becomeOwner()) }
    showToast({ tone: 'error', ...error, action })
  }

  return (
    <Button
      variant="ghost"
      aria-label={`${label}: ${shop.name}`}
      disabled={!ownPlan.canEdit}
      isBusy={pending === 'feature' || pending === 'unfeature'}
      onClick={handleClick}
    >
      <Icon name="star" isFilled={shop.is_featured} className="size-4.5 text-brass" />
      {label}
    </Button>
  )
}

/** Deactivated by the owner or blocked by the plan; can be activated again within the plan's limit. */
function InactiveBarbershop({ switches, ...row }: StatusProps) {
  const { shop, ownPlan } = row
  const main = (
    <Button
      variant="ink"
      aria-label={`Ativar ${shop.name}`}
      disabled={!ownPlan.canEdit}
      isBusy={switches.getPending(shop.id) === 'activate'}
      onClick={() => switches.run(shop.id, 'activate')}
    >
      Ativar
    </Button>
  )
  return <OwnBarbershopRow {...row} main={main} />
}

/** The open rows, the only one at first. Kept here: a barbershop that changes its status moves to the other list as it is. */
function useOpenRows(shops: readonly OwnBarbershop[]) {
  const [open, setOpen] = useState(() => (shops.length === 1 ? shops.map(({ id }) => id) : []))
  const toggle = (id: string) =>
    setOpen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
  return (shop: OwnBarbershop) => ({ shop, isOpen: open.includes(shop.id), onToggle: () => toggle(shop.id) })
}

/** A barbershop that changes its status moves to the other list, which unmounts the focused button: its card gets the focus. */
function useFocusMovedCard(shops: readonly Pick<OwnBarbershop, 'id' | 'is_active'>[]) {
  const wasActive = useRef(new Map<string, boolean>())
  useEffect(() => {
    const moved = shops.find(({ id, is_active }) => wasActive.current.get(id) === !is_active)
    wasActive.current = new Map(shops.map(({ id, is_active }) => [id, is_active]))
    if (moved && document.activeElement === document.body) document.getElementById(getCardId(moved.id))?.focus()
  }, [shops])
}
