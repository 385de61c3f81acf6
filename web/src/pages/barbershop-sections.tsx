import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { Barbershop } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { nextTimePath } from '../features/availability/slots-today/queries.ts'
import { ServiceList } from '../features/barbershops/detail/barbershop-info.tsx'
import { QueueCard } from '../features/queue/queue-card.tsx'
import { ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barbers/barber-list.tsx'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { formatTimeInSentence, nameDay } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { toLocalTime } from '../lib/local-time.ts'
import { paths } from '../lib/paths.ts'
import { getSession, useUser } from '../lib/session.ts'
import { useRenderTime } from '../lib/use-now.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
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
      content: <Barbers shop={shop} book={book} canBook={canBook} />,
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

type BarbersProps = { shop: Barbershop; book: BookingLink; canBook: boolean }

function Barbers({ shop, book, canBook }: BarbersProps) {
  return (
    <BarberList
      barbershopId={shop.id}
      action={(barber) => (
        <div className="flex flex-wrap items-center gap-2">
          {canBook && <NextTimeLink barber={barber} shop={shop} />}
          {book(`Agendar com ${barber.name}`, { barberId: barber.id })}
          <ShareButton
            link={{ title: `${barber.name} na ${shop.name}`, path: paths.barber(shop.id, barber.id) }}
            label={`Compartilhar ${barber.name}`}
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

/** The first time that the barber has, a tap from its confirmation. */
function NextTimeLink({ barber: { name, nextTime }, shop }: { barber: Barber; shop: Barbershop }) {
  const now = useRenderTime()
  if (!nextTime) return null
  const day = nameDay(nextTime.date, toLocalTime(now, shop.timeZone).date)
  return (
    <Link
      to={nextTimePath(shop.id, nextTime)}
      className="flex min-h-11 w-full items-center gap-2 text-sm font-semibold text-navy tabular-nums underline-offset-4 hover:underline"
    >
      <Icon name="clock" className="size-4.5" />
      <span>
        Próximo horário<span className="sr-only"> de {name}</span>: {day}, {formatTimeInSentence(nextTime.time)}
      </span>
    </Link>
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
