import type { Barbershop } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  type Params,
  type ShouldRevalidateFunctionArgs,
  useParams,
} from 'react-router'
import { useArrival } from '../features/appointments/booking/use-arrival.ts'
import { slotsTodayQuery } from '../features/availability/slots-today/queries.ts'
import {
  BarbershopError,
  BarbershopNotFound,
  findBarbershopId,
  SearchBackLink,
  useBarbershop,
  useBarbershopId,
} from '../features/barbershops/detail/barbershop-layout.tsx'
import { formatBarbershopTitle, summarizeBarbershop, toStructuredData } from '../features/barbershops/detail/rules.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { queueQuery } from '../features/queue/queries.ts'
import { reviewsQuery } from '../features/reviews/queries.ts'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { absoluteUrl, pageMeta, usePageTitle } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { loadQueries } from '../lib/query-client.ts'
import type { PageHandle } from '../lib/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { TAB_PARAMETER } from '../ui/section-tabs.tsx'
import { BarbershopDetails } from './barbershop-details.tsx'
import { BARBER_PARAMETER } from './barbershop-sections.tsx'
import NotFoundPage, { meta as notFoundMeta } from './not-found-page.tsx'

export const handle: PageHandle = { parameters: [TAB_PARAMETER, BARBER_PARAMETER] }

export async function loader({ params, request }: LoaderFunctionArgs) {
  let shop: Barbershop | undefined
  let barber: Barber | undefined
  const barberId = new URL(request.url).searchParams.get(BARBER_PARAMETER)
  const loaded = await loadQueries(async (client) => {
    const id = await findBarbershopId(client, params)
    const others = Promise.all([
      client.prefetchQuery(barbersQuery(id)),
      client.prefetchQuery(reviewsQuery(id)),
      client.prefetchQuery(slotsTodayQuery([id])),
    ])
    shop = (await client.fetchQuery(barbershopQuery(id))).barbershop
    if (shop.hasQueue) await client.prefetchQuery(queueQuery(id))
    await others
    barber = client.getQueryData(barbersQuery(id).queryKey)?.find((one) => one.id === barberId)
  })
  return { ...loaded, shop, barber: barber && { id: barber.id, name: barber.name } }
}

export { loadNothing as clientLoader } from '../lib/query-client.ts'

/** Another tab of the same barbershop needs no reload. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.id !== nextParams.id || currentParams.slug !== nextParams.slug
}

export function meta({ loaderData, matches, error, params }: MetaArgs<typeof loader>) {
  const shop = loaderData?.shop
  if (!shop && error && params.id === undefined) return notFoundMeta({ matches })
  if (!shop) return pageMeta(matches, { title: error ? 'Barbearia não encontrada' : 'Barbearia' })
  const { barber } = loaderData
  const path = shop.slug ? paths.ownAddress(shop.slug) : paths.barbershop(shop.id)
  const absolute = (url: string) => absoluteUrl(matches, url)
  return pageMeta(matches, {
    title: barber ? `${barber.name} na ${shop.name}` : formatBarbershopTitle(shop),
    description: summarizeBarbershop(shop),
    // Crawlers read the page of og:url: that of a barber must be another one.
    path: barber ? paths.barber(shop.id, barber.id) : path,
    image: barber ? paths.barberPreview(barber.id) : paths.barbershopPreview(shop.id),
    jsonLd: toStructuredData(shop, { url: absolute(path), absolute }),
  })
}

function HomeLink() {
  return <ButtonLink to={paths.home()}>Voltar para início</ButtonLink>
}

export function ErrorBoundary({ error, params }: { error: unknown; params: Params }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  // An address of one word may have been meant for any page.
  if (isMissing && params.id === undefined) return <NotFoundPage />
  if (isRouteErrorResponse(error) && error.status === 404) return <BarbershopNotFound home={<HomeLink />} />
  return <BarbershopError home={<HomeLink />} onRetry={() => window.location.reload()} />
}

export default function BarbershopPage() {
  const { id, slug = '' } = useParams()
  return id === undefined ? <BarbershopOfSlug slug={slug} /> : <BarbershopOfId id={id} />
}

function BarbershopOfSlug({ slug }: { slug: string }) {
  const { id, isNotFound, hasFailed, retry } = useBarbershopId(slug)
  useArrival({ barbershopId: id, isOwnAddress: true })
  if (id) return <BarbershopOfId id={id} />
  if (isNotFound) return <NotFoundPage />
  if (hasFailed) return <BarbershopError home={<HomeLink />} onRetry={retry} />
  return <LoadingMessage>Carregando detalhes da barbearia...</LoadingMessage>
}

function BarbershopOfId({ id }: { id: string }) {
  const { shop, loadedAt, isNotFound, hasFailed, retry } = useBarbershop(id)
  useArrival({ barbershopId: id })
  usePageTitle(shop ? formatBarbershopTitle(shop) : isNotFound ? 'Barbearia não encontrada' : undefined)
  if (isNotFound) return <BarbershopNotFound home={<HomeLink />} />
  if (hasFailed) return <BarbershopError home={<HomeLink />} onRetry={retry} />
  return (
    <>
      <SearchBackLink />
      {shop && loadedAt ? (
        <BarbershopDetails key={shop.id} shop={shop} now={loadedAt} />
      ) : (
        <LoadingMessage>Carregando detalhes da barbearia...</LoadingMessage>
      )}
    </>
  )
}
