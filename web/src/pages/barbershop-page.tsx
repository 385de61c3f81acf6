import type { Barbershop } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import { useQuery } from '@tanstack/react-query'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router'
import { paths } from '../app/paths.ts'
import { BookedNotice } from '../features/appointments/summary/booked-notice.tsx'
import { freeTodayQuery } from '../features/availability/free-times/queries.ts'
import { TodayRuler } from '../features/availability/free-times/today-ruler.tsx'
import { FeatureList } from '../features/barbershops/detail/feature-list.tsx'
import { isShopId, isToldByMinute, listPictures, mapsHref } from '../features/barbershops/detail/rules.ts'
import { ServiceList } from '../features/barbershops/detail/service-list.tsx'
import { ShopBar } from '../features/barbershops/detail/shop-bar.tsx'
import { ShopLayout } from '../features/barbershops/detail/shop-layout.tsx'
import { ShopFailure, ShopNotFound } from '../features/barbershops/detail/shop-problem.tsx'
import { ShopSummary } from '../features/barbershops/detail/shop-summary.tsx'
import { Gallery } from '../features/barbershops/gallery/gallery.tsx'
import { OpeningHours } from '../features/barbershops/hours/opening-hours.tsx'
import { readWall } from '../features/barbershops/hours/rules.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { describeShop, summarizeShop } from '../features/barbershops/structured-data/rules.ts'
import { reviewsQuery } from '../features/reviews/queries.ts'
import { RatingSummary } from '../features/reviews/rating-summary.tsx'
import { ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barber-list.tsx'
import { barbersQuery } from '../features/staff/queries.ts'
import { loadQueries } from '../lib/load-queries.ts'
import { absoluteUrl, pageMeta } from '../lib/page-meta.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { Waiting } from '../ui/spinner.tsx'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  if (!isShopId(id)) throw data(null, { status: 404 })
  let shop: Barbershop | undefined
  const loaded = await loadQueries(async (client) => {
    const others = [barbersQuery(id), reviewsQuery(id, 1), freeTodayQuery(id)]
  })
  return { ...loaded, shop }
}
