import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { ServiceList } from '../features/barbershops/detail/barbershop-info.tsx'
import { QueueCard } from '../features/queue/queue-card.tsx'
import { ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barbers/barber-list.tsx'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { getSession, useUser } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MissingPart } from '../ui/loading.tsx'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'
import { ShareButton } from '../ui/share-button.tsx'

/** Who goes back at once has not looked at it, and the page itself loads first. */
const SEEN_AFTER_MS = 1_000

async function remember(userId: string, { id, name, address, phone, slug }: Barbershop) {
  const { openVault, rememberBarbershop } = await import('@na-regua/offline')
  if (getSession().user?.id !== userId) return
  await rememberBarbershop(await openVault(userId), { id, name, address, phone, slug: slug ?? null })
}

/** The last ones are found and called without network, too. */
function useRememberedBarbershop(shop: Barbershop) {
  const userId = useUser()?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit.
  useEffect(() => {
    const store = () => void (userId && remember(userId, shop).catch(() => undefined))
    const timer = setTimeout(store, SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [shop.id, userId])
}

const VerificationDialog = lazyPart(
  async () => (await import('../features/accounts/verification/verification-dialog.tsx')).VerificationDialog,
  MissingPart,
)

/** Empty when the barbershop has closed its queue for good: then without the distance to the next part. */
export function QueueOfPage({ barbershopId }: { barbershopId: string }) {
  return (
    <div className="empty:hidden">
      <QueueCard barbershopId={barbershopId} verification={VerificationDialog} />
    </div>
  )
}

type BarbershopSectionsProps = {
  shop: Barbershop
  /** Whether services and barbers have booking links. */
  canBook: boolean
}

type BookingChoice = { barberId: string; serviceId?: string }
type BookingLink = (label: string, choice: BookingChoice, variant?: 'outline' | 'primary') => ReactNode

/** Of the link to a barber. */
export const BARBER_PARAMETER = 'barbeiro'

/** Any barber, unless one was chosen or only one provides it. */
function selectBarberId(providerIds: readonly string[], chosenId: string | null) {
  if (chosenId && providerIds.includes(chosenId)) return chosenId
  return providerIds.length > 1 ? ANY_BARBER : providerIds[0]
}

export function BarbershopSections({ shop, canBook }: BarbershopSectionsProps) {
  useRememberedBarbershop(shop)
  const { data: barbers = [] } = useQuery(barbersQuery(shop.id))
  const [params] = useSearchParams()
  const chosenId = params.get(BARBER_PARAMETER)
  const book: BookingLink = (label, choice, variant = 'outline') =>
    canBook && (
      <ButtonLink to={paths.booking({ barbershopId: shop.id, ...choice })} variant={variant} aria-label={label}>
        Agendar
      </ButtonLink>
    )
  const tabs = [
    {
      value: 'servicos',
      label: 'Serviços',
      content: (
        <ServiceList
          shop={shop}
          barberIds={barbers.map(({ id }) => id)}
          action={({ id, name }, providerIds) => {
            const barberId = selectBarberId(providerIds, chosenId)
            return barberId && book(`Agendar ${name}`, { barberId, serviceId: id })
          }}
        />
      ),
    },
    {
      value: 'barbeiros',
      label: 'Barbeiros',
      content: <Barbers shop={shop} book={book} />,
    },
    {
      value: 'avaliacoes',
      label: 'Avaliações',
      content: <Reviews shop={shop} />,
    },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Sobre a barbearia" tabs={tabs} value={tab} onChange={setTab} />
}

function Barbers({ shop, book }: { shop: Barbershop; book: BookingLink }) {
  return (
    <BarberList
      barbershopId={shop.id}
      action={({ id, name }) => (
        <div className="flex items-center gap-2">
          {book(`Agendar com ${name}`, { barberId: id })}
          <ShareButton
            link={{ title: `${name} na ${shop.name}`, path: paths.barber(shop.id, id) }}
            label={`Compartilhar ${name}`}
          />
        </div>
      )}
      imageAction={({ id: barberId, name }, { service }) => {
        const label = `Agendar ${service ? `${service.name} ` : ''}com ${name}`
        return book(label, { barberId, serviceId: service?.id }, 'primary')
      }}
    />
  )
}

/** The owner replies to reviews on the public page. */
function Reviews({ shop }: { shop: Barbershop }) {
  const user = useUser()
  const { data: ownBarbershops } = useQuery({ ...agendaBarbershopsQuery(), enabled: user?.role === 'OWNER' })
  const { data: barbers = [] } = useQuery(barbersQuery(shop.id))
  const canReply = user?.role === 'OWNER' && ownBarbershops?.some(({ id }) => id === shop.id)
  const { id: barbershopId, name: barbershopName, timeZone } = shop
  return (
    <ReviewList
      barbershopId={barbershopId}
      barbershopName={barbershopName}
      timeZone={timeZone}
      barbers={barbers}
      canReply={canReply}
    />
  )
}
