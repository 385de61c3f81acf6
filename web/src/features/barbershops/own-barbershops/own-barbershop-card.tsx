import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { clsx } from 'clsx'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatLocalDate } from '../../../lib/format.ts'
import { getThumbnailUrl } from '../../../lib/images.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useUser } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DenseRow } from '../../../ui/dense-row.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Cover } from '../card/barbershop-card.tsx'
import { type BarbershopDialogProps, DeactivationDialog } from '../editing/edit-dialog.tsx'
import type { AddressSlot } from '../form/barbershop-fields.tsx'
import type { SwitchName, useBarbershopSwitches } from './queries.ts'
import { describeBarbershop, findFeaturingError, findUndecidedHoliday, listMissingSetup } from './rules.ts'

type EditDialogComponent = ComponentType<BarbershopDialogProps & { addressFields: AddressSlot; ownPlan: OwnPlan }>
/** `isReadable`: also without a plan that allows to edit. */
export type BarbershopPart = { label: string; icon: IconName; component: EditDialogComponent; isReadable?: boolean }

const parts: readonly BarbershopPart[] = [
  {
    label: 'Informações',
    icon: 'info',
    component: lazy(async () => ({ default: (await import('../editing/information-dialog.tsx')).InformationDialog })),
  },
  {
    label: 'Comodidades',
    icon: 'wifi',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).FeaturesDialog })),
  },
  {
    label: 'Serviços',
    icon: 'scissors',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).ServicesDialog })),
  },
  {
    label: 'Horários',
    icon: 'clock',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).HoursDialog })),
  },
  {
    label: 'Editar Imagens',
    icon: 'image',
    component: lazy(async () => ({ default: (await import('../editing/part-dialogs.tsx')).ImagesDialog })),
  },
  {
    label: 'Divulgar',
    icon: 'share',
    isReadable: true,
    component: lazy(async () => ({ default: (await import('../promotion/promotion-dialog.tsx')).PromotionDialog })),
  },
]

type EditButtonsProps = Pick<OwnBarbershopProps, 'shop' | 'ownPlan' | 'addressFields' | 'otherParts'>

/** One dialog per part of the barbershop, loaded when it is opened. On a wide screen the buttons are icons within the row. */
function EditButtons({ shop, ownPlan, addressFields, otherParts }: EditButtonsProps) {
  const [open, setOpen] = useState<BarbershopPart>()
  return (
    <>
      {[...parts, ...otherParts].map((part) => (
        <Button
          key={part.label}
          variant="outline"
          className="px-3! text-sm! lg:size-11 lg:border-transparent! lg:p-0!"
          disabled={!ownPlan.canEdit && !part.isReadable}
          aria-label={`${part.label} de ${shop.name}`}
          title={part.label}
          onClick={() => setOpen(part)}
        >
          <Icon name={part.icon} className="size-4.5 text-mute" />
          <span className="lg:sr-only">{part.label}</span>
        </Button>
      ))}
      <Suspense>
        {open && <open.component {...{ shop, addressFields, ownPlan }} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

type OwnBarbershopProps = {
  shop: OwnBarbershop
  /** Its buttons are shown below it on a phone. */
  isOpen: boolean
  onToggle: () => void
  /** One of the owner's barbershops is featured. */
  hasFeatured: boolean
  ownPlan: OwnPlan
  switches: ReturnType<typeof useBarbershopSwitches>
  addressFields: AddressSlot
  /** Dialogs of other features. */
  otherParts: readonly BarbershopPart[]
}

export function ActiveBarbershop({ shop, hasFeatured, ownPlan, switches, ...props }: OwnBarbershopProps) {
  const { addressFields, otherParts, ...row } = props
  const [isDeactivating, setDeactivating] = useState(false)
  const pending = switches.getPending(shop.id)

  const actions = (
    <>
      <FeatureButton {...{ shop, hasFeatured, ownPlan, pending }} onChange={(name) => switches.run(shop.id, name)} />
      <Button variant="ghost" aria-label={`Desativar ${shop.name}`} onClick={() => setDeactivating(true)}>
        Desativar
      </Button>
      {isDeactivating && <DeactivationDialog shop={shop} onClose={() => setDeactivating(false)} />}
    </>
  )
  const edit = <EditButtons {...{ shop, addressFields, ownPlan, otherParts }} />
  return <OwnBarbershopRow {...{ shop, edit, actions, ...row }} />
}

type FeatureButtonProps = Pick<OwnBarbershopProps, 'shop' | 'hasFeatured' | 'ownPlan'> & {
  pending: SwitchName | undefined
  onChange: (name: SwitchName) => void
}

function FeatureButton({ shop, hasFeatured, ownPlan, pending, onChange }: FeatureButtonProps) {
  const navigate = useNavigate()
  const label = shop.is_featured ? 'Remover Destaque' : 'Destacar'

  function handleClick() {
    const error = shop.is_featured ? undefined : findFeaturingError(ownPlan, hasFeatured)
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
export function InactiveBarbershop({ shop, ownPlan, switches, isOpen, onToggle, ...slots }: OwnBarbershopProps) {
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
  const edit = <EditButtons {...{ ...slots, shop, ownPlan }} />
  return <OwnBarbershopRow {...{ shop, edit, main, isOpen, onToggle }} />
}

export const getCardId = (shopId: string) => `barbearia-${shopId}`

type OwnBarbershopRowProps = Pick<OwnBarbershopProps, 'shop' | 'isOpen' | 'onToggle'> & {
  /** The buttons that open the edit dialogs. */
  edit: ReactNode
  /** The buttons that change its status. */
  actions?: ReactNode
  main?: ReactNode
}

/** Whether it is active, and promoted, is the owner's affair. */
function OwnBarbershopRow({ shop, isOpen, onToggle, edit, actions, main }: OwnBarbershopRowProps) {
  const user = useUser()
  const note = describeNote(shop)
  const isManaged = user?.barbershopRoles?.some(({ barbershop }) => barbershop.id === shop.id)
  return (
    <article id={getCardId(shop.id)} tabIndex={-1} aria-label={shop.name} className="outline-none focus:bg-sunken">
      <DenseRow
        name={shop.name}
        leading={<Cover of={thumbnails(shop)} className="size-12 shrink-0 overflow-hidden rounded-small" />}
        title={
          <h3 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal">
            <Link to={paths.barbershop(shop.id)} className="block truncate hover:underline">
              {shop.name}
            </Link>
          </h3>
        }
        badges={<Badges shop={shop} />}
        text={<Details {...{ shop, isOpen }} />}
        main={!isManaged && main}
        actions={
          <>
            {note && <p className="w-full text-sm font-medium text-brass lg:hidden">{note}</p>}
            {edit}
            {!isManaged && actions}
          </>
        }
        isOpen={isOpen}
        onToggle={onToggle}
      />
    </article>
  )
}

function thumbnails({ images, coverImageUrl }: OwnBarbershop) {
  return {
    images: images.slice(0, 1).map(getThumbnailUrl),
    coverImageUrl: coverImageUrl && getThumbnailUrl(coverImageUrl),
  }
}

function Badges({ shop: { is_active, isBlocked, is_featured, is_verified } }: { shop: OwnBarbershop }) {
  return (
    <p className="flex gap-1.5">
      {is_active && <Badge tone="green">Ativa</Badge>}
      {!is_active && (
        <Badge tone={isBlocked ? 'red' : 'neutral'}>{isBlocked ? 'Bloqueada pelo plano' : 'Desativada'}</Badge>
      )}
      {is_featured && <Badge tone="brass">Destaque</Badge>}
      {is_verified && <Badge tone="navy">Verificada</Badge>}
    </p>
  )
}

/** What it lacks, or the next holiday without a decision. */
function describeNote(shop: OwnBarbershop) {
  if (!shop.is_active) return undefined
  const missing = listMissingSetup(shop)
  if (missing.length > 0) return `Falta ${new Intl.ListFormat('pt-BR').format(missing)} para receber agendamentos.`
  const holiday = findUndecidedHoliday(shop, toLocalTime(new Date(), shop.timeZone).date)
  return holiday && `${holiday.name}, ${formatLocalDate(holiday.date).slice(0, 5)}: abre ou fecha?`
}

/** On a phone the note takes the place of the facts, until the row is open and has it in full. */
function Details({ shop, isOpen }: Pick<OwnBarbershopProps, 'shop' | 'isOpen'>) {
  const note = describeNote(shop)
  return (
    <>
      {note && <span className={clsx('block truncate font-medium text-brass', isOpen && 'max-lg:hidden')}>{note}</span>}
      <span className={clsx('block truncate', note && !isOpen && 'max-lg:hidden')}>{describeBarbershop(shop)}</span>
    </>
  )
}
