import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { Permission } from '@na-regua/contract/permissions'
import type { OwnPlan } from '@na-regua/contract/plans'
import { clsx } from 'clsx'
import { type ComponentType, type ReactNode, Suspense, startTransition, useState } from 'react'
import { Link } from 'react-router'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { formatList, formatNearDate } from '../../../lib/format.ts'
import { getThumbnailUrl } from '../../../lib/images.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { isPermittedIn, worksForOthersIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DenseRow } from '../../../ui/dense-row.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { MissingDialog } from '../../../ui/toast.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { Cover } from '../card/barbershop-card.tsx'
import type { BarbershopDialogProps } from '../editing/edit-dialog.tsx'
import type { AddressSlot } from '../form/barbershop-fields.tsx'
import { describeBarbershop, findUndecidedHoliday, listMissingSetup } from './rules.ts'

type EditDialogProps = BarbershopDialogProps & {
  addressFields: AddressSlot
  displacement: DisplacementSlot
  ownPlan: OwnPlan
}
export type BarbershopPart = {
  label: string
  icon: IconName
  component: ComponentType<EditDialogProps>
  /** Who may open it; by default who edits the barbershop. */
  permission?: Permission
  /** Also without a plan that allows to edit. */
  isReadable?: boolean
  /** Within the row on a wide screen; the first ones of a phone. */
  isFrequent?: boolean
}

const lazyDialog = (load: () => Promise<ComponentType<EditDialogProps>>) => lazyPart(load, MissingDialog)

const loadParts = () => import('../editing/part-dialogs.tsx')
const Services = lazyDialog(async () => (await loadParts()).ServicesDialog)
const Hours = lazyDialog(async () => (await loadParts()).HoursDialog)
const Information = lazyDialog(async () => (await import('../editing/information-dialog.tsx')).InformationDialog)
const Features = lazyDialog(async () => (await loadParts()).FeaturesDialog)
const Images = lazyDialog(async () => (await loadParts()).ImagesDialog)
const Promotion = lazyDialog(async () => (await import('../promotion/promotion-dialog.tsx')).PromotionDialog)

const servicesPart: BarbershopPart = {
  label: 'Serviços',
  icon: 'scissors',
  permission: 'prices',
  isFrequent: true,
  component: Services,
}

const parts: readonly BarbershopPart[] = [
  servicesPart,
  { label: 'Horários', icon: 'clock', isFrequent: true, component: Hours },
  { label: 'Informações', icon: 'info', component: Information },
  { label: 'Comodidades', icon: 'wifi', component: Features },
  { label: 'Editar Imagens', icon: 'image', component: Images },
  { label: 'Divulgar', icon: 'share', isReadable: true, component: Promotion },
]

type PartsProps = {
  shop: OwnBarbershop
  ownPlan: OwnPlan
  addressFields: AddressSlot
  displacement: DisplacementSlot
  /** Dialogs of other features. */
  otherParts: readonly BarbershopPart[]
}

const SERVICES_PARAMETER = 'servicos'

/** Whether the URL is a link to the services of the barbershop. */
function useServicesLink(shopId: string) {
  const [params, changeParams] = useUrlParams()
  const leave = () =>
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      next.delete(SERVICES_PARAMETER)
      return next
    })
  return [params.get(SERVICES_PARAMETER) === shopId, leave] as const
}

/** One dialog per part of the barbershop. */
function useParts({ shop, ownPlan, addressFields, displacement, otherParts }: PartsProps) {
  const [pressed, setPressed] = useState<BarbershopPart>()
  const [hasServicesLink, leaveServicesLink] = useServicesLink(shop.id)
  const open = pressed ?? (hasServicesLink && ownPlan.canEdit ? servicesPart : undefined)
  const user = useUser()
  const all = [...parts, ...otherParts].filter(
    ({ permission = 'settings' }) => user && isPermittedIn(shop.id, permission, user),
  )
  const frequent = all.filter((part) => part.isFrequent)
  const others = all.filter((part) => !part.isFrequent)

  /** The page stays as it is until the code of the dialog is there. */
  function show(part: BarbershopPart) {
    startTransition(() => setPressed(part))
  }

  function close() {
    setPressed(undefined)
    if (hasServicesLink) leaveServicesLink()
  }

  const dialog = (
    <Suspense>
      {open && (
        <open.component
          shop={shop}
          addressFields={addressFields}
          displacement={displacement}
          ownPlan={ownPlan}
          onClose={close}
        />
      )}
    </Suspense>
  )
  const toButton = (part: BarbershopPart, variant: 'outline' | 'ghost', className: string) => (
    <Button
      key={part.label}
      variant={variant}
      className={clsx('text-sm!', className)}
      disabled={!ownPlan.canEdit && !part.isReadable}
      aria-label={`${part.label} de ${shop.name}`}
      onClick={() => show(part)}
    >
      <Icon name={part.icon} className="size-4.5 text-mute" />
      {part.label}
    </Button>
  )
  const tile = 'justify-start px-3! text-left! leading-tight'
  return {
    dialog,
    frequent: frequent.map((part) => toButton(part, 'ghost', 'px-3!')),
    listed: (isWide: boolean) =>
      (isWide ? others : [...frequent, ...others]).map((part) => toButton(part, 'outline', tile)),
  }
}

export const getCardId = (shopId: string) => `barbearia-${shopId}`

export type OwnBarbershopRowProps = PartsProps & {
  /** What it hides is shown below it. */
  isOpen: boolean
  onToggle: () => void
  /** The buttons that change its status. */
  actions?: ReactNode
  main?: ReactNode
}

/** Whether it is active, and promoted, is the owner's affair. */
export function OwnBarbershopRow({ shop, isOpen, onToggle, actions, main, ...slots }: OwnBarbershopRowProps) {
  const user = useUser()
  const isWide = useIsWide()
  const { dialog, frequent, listed } = useParts({ shop, ...slots })
  const note = describeNote(shop)
  const isManaged = user !== undefined && worksForOthersIn(shop.id, user)
  return (
    <article id={getCardId(shop.id)} tabIndex={-1} aria-label={shop.name} className="outline-none focus:bg-sunken">
      <DenseRow
        name={shop.name}
        leading={<Cover of={thumbnails(shop)} className="size-12 shrink-0 overflow-hidden rounded-small" />}
        title={<Title shop={shop} />}
        badges={<Badges shop={shop} />}
        text={<Details shop={shop} isOpen={isOpen} />}
        main={
          <>
            {isWide && frequent}
            {!isManaged && main}
          </>
        }
        details={
          <div className="grid gap-2 lg:pt-1">
            {note && <p className="text-sm font-medium text-brass lg:hidden">{note}</p>}
            <div className="grid two-columns gap-2 sm:grid-cols-3">{listed(isWide)}</div>
            {actions && !isManaged && (
              <div className="mt-1 flex flex-wrap gap-1 border-t border-line pt-1">{actions}</div>
            )}
          </div>
        }
        isOpen={isOpen}
        onToggle={onToggle}
      />
      {dialog}
    </article>
  )
}

function Title({ shop: { id, name } }: Pick<PartsProps, 'shop'>) {
  return (
    <h3 className="min-w-0 font-sans text-base leading-snug font-semibold tracking-normal">
      <Link to={paths.barbershop(id)} className="line-clamp-3 wrap-anywhere hover:underline">
        {name}
      </Link>
    </h3>
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
  if (missing.length > 0) return `Falta ${formatList(missing)} para receber agendamentos.`
  const today = toLocalTime(new Date(), shop.timeZone).date
  const holiday = findUndecidedHoliday(shop, today)
  return holiday && `${holiday.name}, ${formatNearDate(holiday.date, today)}: abre ou fecha?`
}

/** On a phone the note takes the place of the facts, until the row is open and has it in full. */
function Details({ shop, isOpen }: Pick<OwnBarbershopRowProps, 'shop' | 'isOpen'>) {
  const note = describeNote(shop)
  return (
    <>
      {note && (
        <span className={clsx('line-clamp-3 wrap-anywhere font-medium text-brass', isOpen && 'max-lg:hidden')}>
          {note}
        </span>
      )}
      <span className={clsx('line-clamp-3 wrap-anywhere', note && !isOpen && 'max-lg:hidden')}>
        {describeBarbershop(shop)}
      </span>
    </>
  )
}
