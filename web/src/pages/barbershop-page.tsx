import type { Barbershop } from '@na-regua/contract/barbershops'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  type ShouldRevalidateFunctionArgs,
  useParams,
} from 'react-router'
import { paths } from '../app/paths.ts'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { BookedNotice } from '../features/appointments/booked-notice.tsx'
import { slotsTodayKey, slotsTodayQuery, useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { TodayRuler } from '../features/availability/slots-today/today-ruler.tsx'
import { BarbershopInfo } from '../features/barbershops/detail/barbershop-info.tsx'
import {
  BackLink,
  BarbershopBadges,
  BarbershopError,
  BarbershopLayout,
  BarbershopNotFound,
} from '../features/barbershops/detail/barbershop-layout.tsx'
import {
  BarbershopSummary,
  BookingBar,
  BookingButton,
  type Wall,
} from '../features/barbershops/detail/barbershop-summary.tsx'
import { Gallery } from '../features/barbershops/detail/gallery.tsx'
import { isBarbershopId, isReachable, listImages, mapsHref } from '../features/barbershops/detail/rules.ts'
import { ServiceList } from '../features/barbershops/detail/service-list.tsx'
import { useBarbershop } from '../features/barbershops/detail/use-barbershop.ts'
import { barbershopQuery, distanceQuery } from '../features/barbershops/queries.ts'
import {
  formatBarbershopTitle,
  summarizeBarbershop,
  toStructuredData,
} from '../features/barbershops/structured-data/rules.ts'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { useStoredPosition } from '../features/places/use-search-position.ts'
import { reviewsQuery } from '../features/reviews/queries.ts'
import { RatingSummary, ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barber-list.tsx'
import { barbersQuery } from '../features/staff/queries.ts'
import { loadQueries } from '../lib/load-queries.ts'
import { absoluteUrl, pageMeta, usePageTitle } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  if (!isBarbershopId(id)) throw data(null, { status: 404 })
  let shop: Barbershop | undefined
  const loaded = await loadQueries(async (client) => {
    const others = Promise.all([
      client.prefetchQuery(barbersQuery(id)),
      client.prefetchQuery(reviewsQuery(id, 1)),
      client.prefetchQuery(slotsTodayQuery([id])),
    ])
    shop = (await client.fetchQuery(barbershopQuery(id))).barbershop
    await others
  })
  return { ...loaded, shop }
}

export { loadNothing as clientLoader } from '../lib/load-queries.ts'

/** Another tab of the same shop needs nothing new. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.id !== nextParams.id
}

export function meta({ loaderData, matches, error }: MetaArgs<typeof loader>) {
  const shop = loaderData?.shop
  if (!shop) return pageMeta(matches, { title: error ? 'Barbearia não encontrada' : 'Barbearia' })
  const path = paths.barbershop(shop.id)
  const absolute = (address: string) => absoluteUrl(matches, address)
  return pageMeta(matches, {
    title: formatBarbershopTitle(shop),
    description: summarizeBarbershop(shop),
    path,
    image: listImages(shop)[0],
    jsonLd: toStructuredData(shop, { url: absolute(path), absolute }),
  })
}

function HomeLink() {
  return <ButtonLink to={paths.home()}>Voltar para início</ButtonLink>
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <BarbershopNotFound home={<HomeLink />} />
  return <BarbershopError home={<HomeLink />} onRetry={() => window.location.reload()} />
}

function Sections({ shop, barberId }: { shop: Barbershop; barberId: string | undefined }) {
  const book = (label: string, choice: { barberId: string; serviceId?: string }) => (
    <ButtonLink to={paths.booking({ barbershopId: shop.id, ...choice })} variant="outline" aria-label={label}>
      Agendar
    </ButtonLink>
  )
  const tabs = [
    {
      value: 'servicos',
      label: 'Serviços',
      content: (
        <ServiceList
          services={shop.services}
          action={({ id, name }) => barberId && book(`Agendar ${name}`, { barberId, serviceId: id })}
        />
      ),
    },
    {
      value: 'barbeiros',
      label: 'Barbeiros',
      content: (
        <BarberList barbershopId={shop.id} action={({ id, name }) => book(`Agendar com ${name}`, { barberId: id })} />
      ),
    },
    {
      value: 'avaliacoes',
      label: 'Avaliações',
      content: (
        <>
          <RatingSummary average={shop.averageRating} count={shop.reviewCount} />
          <Reviews shop={shop} />
        </>
      ),
    },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Sobre a barbearia" tabs={tabs} value={tab} onChange={setTab} />
}

/** Whoever owns the shop answers where everybody reads. */
function Reviews({ shop }: { shop: Barbershop }) {
  const { user } = useSession()
  const { data: ownShops } = useQuery({ ...agendaBarbershopsQuery(), enabled: user?.role === 'OWNER' })
  const canReply = user?.role === 'OWNER' && ownShops?.some(({ id }) => id === shop.id)
  return <ReviewList barbershopId={shop.id} shopName={shop.name} timeZone={shop.timeZone} canReply={canReply} />
}

/** Here the heart is for those who are logged in, as the specification has it. */
function Pictures({ shop }: { shop: Barbershop }) {
  const { user } = useSession()
  return (
    <Gallery
      name={shop.name}
      pictures={listImages(shop)}
      badges={<BarbershopBadges shop={shop} />}
      action={user && <FavoriteButton barbershop={shop} />}
    />
  )
}

function Shop({ shop, wall }: { shop: Barbershop; wall: Wall }) {
  const queryClient = useQueryClient()
  const { data: barbers } = useQuery(barbersQuery(shop.id))
  const { data: distanceKm } = useQuery(distanceQuery(shop.id, useStoredPosition()))
  const times = useSlotsToday([shop.id])(shop.id)
  const isBookable = barbers?.length !== 0
  const barberId = barbers?.[0]?.id
  const bookingPath = barberId && paths.booking({ barbershopId: shop.id, barberId })

  const handleArrival = () => void queryClient.invalidateQueries({ queryKey: slotsTodayKey })

  return (
    <>
      <BookedNotice mapHref={mapsHref(shop)} onArrival={handleArrival} />
      <BarbershopLayout
        gallery={<Pictures shop={shop} />}
        summary={
          <BarbershopSummary
            shop={shop}
            wall={wall}
            ruler={isBookable && <TodayRuler times={times} bookingPath={bookingPath} />}
            action={<BookingButton path={bookingPath} isBookable={isBookable} isReachable={isReachable(shop)} />}
            isBookable={isBookable}
            distanceKm={distanceKm}
          />
        }
        sections={<Sections shop={shop} barberId={barberId} />}
        info={<BarbershopInfo shop={shop} today={wall.weekday} />}
        bar={isBookable && <BookingBar shop={shop} path={bookingPath} />}
      />
    </>
  )
}

export default function BarbershopPage() {
  const { id = '' } = useParams()
  const { shop, wall, isUnknown, isFailed, retry } = useBarbershop(id)
  usePageTitle(shop ? formatBarbershopTitle(shop) : isUnknown ? 'Barbearia não encontrada' : undefined)
  if (isUnknown) return <BarbershopNotFound home={<HomeLink />} />
  if (isFailed) return <BarbershopError home={<HomeLink />} onRetry={retry} />
  return (
    <>
      <BackLink to={paths.home()}>Voltar para busca</BackLink>
      {shop && wall ? (
        <Shop key={shop.id} shop={shop} wall={wall} />
      ) : (
        <LoadingMessage>Carregando detalhes da barbearia...</LoadingMessage>
      )}
    </>
  )
}
