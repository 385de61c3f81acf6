import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import {
  choiceParameters,
  listActiveServices,
  readBookingChoices,
  selectTarget,
} from '../features/appointments/booking/rules.ts'
import { useArrival } from '../features/appointments/booking/use-arrival.ts'
import { useBookingChoices } from '../features/appointments/booking/use-booking-choices.ts'
import { bookableLastMinuteQuery, prefetchAvailability, standingQuery } from '../features/availability/queries.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { pageMeta, usePageTitle } from '../lib/page-meta.ts'
import { loadQueries } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import type { PageHandle } from '../lib/site.ts'
import { LoadingMessage } from '../ui/loading.tsx'
import { BookingScreen } from './booking-screen.tsx'

export const handle: PageHandle = { parameters: choiceParameters }

/** What everybody may see: the barbershop, its last-minute slots and the slots of the chosen barber. The appointment to reschedule is personal. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const choices = readBookingChoices(params, new URL(request.url).searchParams)
  const { barbershopId } = choices
  return loadQueries(async (client) => {
    if (choices.reschedule) return
    const queries = [barbershopQuery(barbershopId), barbersQuery(barbershopId)] as const
    await Promise.all([
      client.prefetchQuery(queries[0]),
      client.prefetchQuery(queries[1]),
      client.prefetchQuery(bookableLastMinuteQuery(barbershopId)),
    ])
    const shop = client.getQueryData(queries[0].queryKey)
    const barbers = client.getQueryData(queries[1].queryKey)
    const target = shop && barbers && selectTarget(shop.barbershop, barbers, choices)
    const requested = { date: choices.date, hasOtherBarbers: (barbers?.length ?? 0) > 1 }
    if (target) await prefetchAvailability(client, target, requested)
  })
}

export { loadNothing as clientLoader } from '../lib/query-client.ts'

/** The choices are in the URL: a change of them loads nothing. */
export function shouldRevalidate() {
  return false
}

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Agendar' })
}

/** Loaded on demand: most users book, few reschedule. */
const Reschedule = lazy(() => import('./reschedule-page.tsx').then((page) => ({ default: page.ReschedulePage })))

export default function BookingPage() {
  const { choices } = useBookingChoices()
  const loadingText = 'Carregando informações...'
  return (
    <RequireLogin
      loadingText={loadingText}
      isReadable={!choices.reschedule}
      reason="Você precisa estar logado para fazer um agendamento"
      expectsNewcomers={!choices.reschedule}
    >
      {choices.reschedule ? (
        <Suspense fallback={<LoadingMessage isPage>{loadingText}</LoadingMessage>}>
          <Reschedule key={choices.reschedule} appointmentId={choices.reschedule} />
        </Suspense>
      ) : (
        <Booking />
      )}
    </RequireLogin>
  )
}

/** What is shown instead of the screen is loaded when it is. */
const loadNotices = () => import('../features/appointments/booking/booking-notices.tsx')
const LoadFailure = lazyPart(async () => (await loadNotices()).LoadFailure, OfflineFailure)
const BlockedNotice = lazy(() => loadNotices().then((module) => ({ default: module.BlockedNotice })))
const IncompleteBarbershop = lazy(() => loadNotices().then((module) => ({ default: module.IncompleteBarbershop })))

/** Loaded when what was wanted is not free. */
const FullDayRequest = lazyPart(
  async () => (await import('../features/waitlist/request-dialog.tsx')).FullDayRequest,
  () => null,
)
const renderRequest = (request: ComponentProps<typeof FullDayRequest>) => <FullDayRequest {...request} />

/** Without a connection the code of the failure does not load either. */
function OfflineFailure({ onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="py-16 text-center">
      <h1 className="text-xl">Erro ao carregar informações. Tente novamente mais tarde.</h1>
      <button type="button" className="min-h-11 font-semibold underline" onClick={onRetry}>
        Tentar novamente
      </button>
    </div>
  )
}

/** Loaded with the first dialog in which a barber is chosen. */
const PortfolioChoice = lazy(() =>
  import('../features/staff/barbers/barber-list.tsx').then((module) => ({ default: module.PortfolioChoice })),
)

/** Images of a barber's work, where one of the barbers is chosen. The fallback has their height, so that nothing moves. */
function renderBarberExtra(barber: ComponentProps<typeof PortfolioChoice>['barber'], select: () => void) {
  if (barber.portfolio.length === 0) return null
  return (
    <div className="px-3 pt-2 pb-3">
      <Suspense
        fallback={
          <div className="grid grid-cols-4 *:aspect-square">
            <span />
          </div>
        }
      >
        <PortfolioChoice barber={barber} onSelect={select} />
      </Suspense>
    </div>
  )
}

function Booking() {
  const { barbershopId = '' } = useParams()
  const shop = useQuery(barbershopQuery(barbershopId))
  const barbers = useQuery(barbersQuery(barbershopId))
  const user = useUser()
  useArrival({ barbershopId })
  const standing = useQuery({ ...standingQuery(barbershopId), enabled: user !== undefined })
  usePageTitle(shop.data && `Agendar na ${shop.data.barbershop.name}`)
  if (shop.isLoadingError || barbers.isLoadingError) {
    const retry = () => void Promise.all([shop.refetch(), barbers.refetch()])
    return (
      <Suspense>
        <LoadFailure error={shop.error ?? barbers.error} onRetry={retry} />
      </Suspense>
    )
  }
  if (!shop.data || !barbers.data) return <LoadingMessage isPage>Carregando informações...</LoadingMessage>
  const { barbershop } = shop.data
  const isComplete = barbers.data.length > 0 && listActiveServices(barbershop.services).length > 0
  if (standing.data?.isBlocked || !isComplete)
    return (
      <Suspense>
        {standing.data?.isBlocked ? (
          <BlockedNotice barbershop={barbershop} />
        ) : (
          <IncompleteBarbershop barbershopId={barbershopId} />
        )}
      </Suspense>
    )
  return (
    <BookingScreen
      shop={barbershop}
      barbers={barbers.data}
      renderBarberExtra={renderBarberExtra}
      renderRequest={renderRequest}
    />
  )
}
