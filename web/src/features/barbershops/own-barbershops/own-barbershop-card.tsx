import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatAmount, formatCount, formatRating } from '../../../lib/format.ts'
import { getThumbnailUrl } from '../../../lib/images.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Cover } from '../card/barbershop-card.tsx'
import type { AddressSlot } from '../form/general-fields.tsx'
import { DeactivationDialog } from './deactivation-dialog.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { findFeaturingError, listMissingSetup } from './rules.ts'
import type { SwitchName, useBarbershopSwitches } from './use-barbershop-switches.ts'

type OwnBarbershopProps = {
  shop: OwnBarbershop
  ownPlan: OwnPlan
  switches: ReturnType<typeof useBarbershopSwitches>
  addressFields: AddressSlot
}

export function ActiveBarbershop({ shop, ownPlan, switches, addressFields }: OwnBarbershopProps) {
  const [isDeactivating, setDeactivating] = useState(false)
  const pending = switches.getPending(shop.id)

  const actions = (
    <>
      <FeatureButton {...{ shop, ownPlan, pending }} onChange={(name) => switches.run(shop.id, name)} />
      <Button variant="ghost" aria-label={`Desativar ${shop.name}`} onClick={() => setDeactivating(true)}>
        Desativar
      </Button>
      {isDeactivating && <DeactivationDialog shop={shop} onClose={() => setDeactivating(false)} />}
    </>
  )
  const edit = <EditButtons {...{ shop, addressFields }} canEdit={ownPlan.canEdit} />
  return <OwnBarbershopCard {...{ shop, edit, actions }} />
}

type FeatureButtonProps = Pick<OwnBarbershopProps, 'shop' | 'ownPlan'> & {
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
    showToast({ tone: 'error', title: error, action })
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
export function InactiveBarbershop({ shop, ownPlan, switches, addressFields }: OwnBarbershopProps) {
  const actions = (
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
  const edit = <EditButtons {...{ shop, addressFields }} canEdit={ownPlan.canEdit} />
  return <OwnBarbershopCard {...{ shop, edit, actions }} />
}

export const getCardId = (shopId: string) => `barbearia-${shopId}`

type OwnBarbershopCardProps = {
  shop: OwnBarbershop
  /** The buttons that open the edit dialogs. */
  edit?: ReactNode
  /** The buttons that change its status. */
  actions: ReactNode
}

function OwnBarbershopCard({ shop, edit, actions }: OwnBarbershopCardProps) {
  return (
    <article
      id={getCardId(shop.id)}
      tabIndex={-1}
      aria-label={shop.name}
      className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-card md:grid-cols-[13rem_1fr]"
    >
      <div className="relative">
        <Cover of={thumbnails(shop)} className="h-36 w-full md:absolute md:inset-0 md:h-full" />
      </div>
      <div className="grid min-w-0 gap-4 p-4 md:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 className="text-xl [overflow-wrap:anywhere]">
              <Link to={paths.barbershop(shop.id)} className="hover:underline">
                {shop.name}
              </Link>
            </h3>
            <p className="text-sm text-mute">
              {[shop.neighborhood, `${shop.city} - ${shop.state}`].filter(Boolean).join(', ')}
            </p>
          </div>
          <Badges shop={shop} />
        </div>
        <Details shop={shop} />
        {shop.is_active && <MissingSetup shop={shop} />}
        {edit}
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </article>
  )
}

function thumbnails({ images, coverImageUrl }: OwnBarbershop) {
  return {
    images: images.slice(0, 1).map(getThumbnailUrl),
    coverImageUrl: coverImageUrl && getThumbnailUrl(coverImageUrl),
  }
}

function Badges({ shop: { is_active, isBlocked, is_featured } }: { shop: OwnBarbershop }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {is_active && <Badge tone="green">Ativa</Badge>}
      {!is_active && (
        <Badge tone={isBlocked ? 'red' : 'neutral'}>{isBlocked ? 'Bloqueada pelo plano' : 'Desativada'}</Badge>
      )}
      {is_featured && <Badge tone="brass">Destaque</Badge>}
    </p>
  )
}

function Details({ shop }: { shop: OwnBarbershop }) {
  const { price_from, services, barberCount, averageRating, reviewCount } = shop
  const active = services.filter(({ isActive }) => isActive).length
  const details = [
    price_from === null ? 'Sem preço' : `A partir de R$ ${formatAmount(price_from)}`,
    formatCount(active, 'serviço', 'serviços'),
    formatCount(barberCount, 'barbeiro', 'barbeiros'),
    `${formatRating(averageRating)} (${reviewCount})`,
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  )
}

function MissingSetup({ shop }: { shop: OwnBarbershop }) {
  const missing = listMissingSetup(shop)
  if (missing.length === 0) return null
  const list = new Intl.ListFormat('pt-BR').format(missing)
  return (
    <p className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm text-brass">
      Falta {list} para receber agendamentos.
    </p>
  )
}
