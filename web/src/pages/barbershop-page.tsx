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
import { ownShopsQuery } from '../features/appointments/agenda/queries.ts'
import { BookedNotice } from '../features/appointments/summary/booked-notice.tsx'
import { freeTimesKey, freeTimesQuery, useFreeTimes } from '../features/availability/free-times/queries.ts'
import { TodayRuler } from '../features/availability/free-times/today-ruler.tsx'
import { BackLink } from '../features/barbershops/detail/back-link.tsx'
import { BookingBar, BookingButton } from '../features/barbershops/detail/booking-button.tsx'
import { isReachable, isShopId, listPictures, mapsHref } from '../features/barbershops/detail/rules.ts'
import { ServiceList } from '../features/barbershops/detail/service-list.tsx'
import { ShopBadges } from '../features/barbershops/detail/shop-badges.tsx'
import { ShopInfo } from '../features/barbershops/detail/shop-info.tsx'
import { ShopLayout } from '../features/barbershops/detail/shop-layout.tsx'
import { ShopFailure, ShopNotFound } from '../features/barbershops/detail/shop-problem.tsx'
import { ShopSummary, type Wall } from '../features/barbershops/detail/shop-summary.tsx'
import { useShop } from '../features/barbershops/detail/use-shop.ts'
import { Gallery } from '../features/barbershops/gallery/gallery.tsx'
import { barbershopQuery, distanceQuery } from '../features/barbershops/queries.ts'
import { describeShop, summarizeShop, titleShop } from '../features/barbershops/structured-data/rules.ts'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { useRememberedPlace } from '../features/places/use-remembered-place.ts'
import { reviewsQuery } from '../features/reviews/queries.ts'
import { RatingSummary } from '../features/reviews/rating-summary.tsx'
import { ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barber-list.tsx'
import { barbersQuery } from '../features/staff/queries.ts'
import { loadQueries } from '../lib/load-queries.ts'
import { absoluteUrl, pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { LoadingMessage } from '../ui/spinner.tsx'
import { useTab } from '../ui/use-tab.ts'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  if (!isShopId(id)) throw data(null, { status: 404 })
  let shop: Barbershop | undefined
  const loaded = await loadQueries(async (client) => {
    const others = Promise.all([
      client.prefetchQuery(barbersQuery(id)),
      client.prefetchQuery(reviewsQuery(id, 1)),
      client.prefetchQuery(freeTimesQuery([id])),
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
    title: titleShop(shop),
    description: summarizeShop(shop),
    path,
    image: listPictures(shop)[0],
    jsonLd: describeShop(shop, { url: absolute(path), absolute }),
  })
}

function HomeLink() {
  return <ButtonLink to={paths.home()}>Voltar para início</ButtonLink>
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ShopNotFound home={<HomeLink />} />
  return <ShopFailure home={<HomeLink />} onRetry={() => window.location.reload()} />
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
  const { data: ownShops } = useQuery({ ...ownShopsQuery(), enabled: user?.role === 'OWNER' })
  const canReply = user?.role === 'OWNER' && ownShops?.some(({ id }) => id === shop.id)
  return <ReviewList barbershopId={shop.id} shopName={shop.name} timeZone={shop.timeZone} canReply={canReply} />
}

/** Here the heart is for those who are logged in, as the specification has it. */
function Pictures({ shop }: { shop: Barbershop }) {
  const { user } = useSession()
  return (
    <Gallery
      name={shop.name}
      pictures={listPictures(shop)}
      badges={<ShopBadges shop={shop} />}
      action={user && <FavoriteButton barbershop={shop} />}
    />
  )
}

function Shop({ shop, wall }: { shop: Barbershop; wall: Wall }) {
  const queryClient = useQueryClient()
  const { data: barbers } = useQuery(barbersQuery(shop.id))
  const { data: distanceKm } = useQuery(distanceQuery(shop.id, useRememberedPlace()))
  const times = useFreeTimes([shop.id])(shop.id)
  const isBookable = barbers?.length !== 0
  const barberId = barbers?.[0]?.id
  const bookingPath = barberId && paths.booking({ barbershopId: shop.id, barberId })

  const handleArrival = () => void queryClient.invalidateQueries({ queryKey: freeTimesKey })

  return (
    <>
      <BookedNotice mapHref={mapsHref(shop)} onArrival={handleArrival} />
      <ShopLayout
        gallery={<Pictures shop={shop} />}
        summary={
          <ShopSummary
            shop={shop}
            wall={wall}
            ruler={isBookable && <TodayRuler times={times} bookingPath={bookingPath} />}
            action={<BookingButton path={bookingPath} isBookable={isBookable} isReachable={isReachable(shop)} />}
            isBookable={isBookable}
            distanceKm={distanceKm}
          />
        }
        sections={<Sections shop={shop} barberId={barberId} />}
        info={<ShopInfo shop={shop} today={wall.weekday} />}
        bar={isBookable && <BookingBar shop={shop} path={bookingPath} />}
      />
    </>
  )
}

export default function BarbershopPage() {
  const { id = '' } = useParams()
  const { shop, wall, isUnknown, isFailed, retry } = useShop(id)
  usePageTitle(shop ? titleShop(shop) : isUnknown ? 'Barbearia não encontrada' : undefined)
  if (isUnknown) return <ShopNotFound home={<HomeLink />} />
  if (isFailed) return <ShopFailure home={<HomeLink />} onRetry={retry} />
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
