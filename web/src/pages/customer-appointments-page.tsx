import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CustomerAgenda } from '../features/appointments/agenda/agenda-view.tsx'
import { CustomerActions } from '../features/appointments/agenda/customer-actions.tsx'
import { agendaQuery } from '../features/appointments/agenda/queries.ts'
import { appointmentQuery } from '../features/appointments/queries.ts'
import { OwnEntries } from '../features/queue/queue-card.tsx'
import { ReviewButton, ReviewDialog } from '../features/reviews/review-button.tsx'
import { OwnRequests } from '../features/waitlist/own-requests.tsx'
import { formatDate } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { MissingPart } from '../ui/loading.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus Agendamentos' })
}

type Appointment = ComponentProps<typeof CustomerActions>['appointment']

function toReviewable({ id, barbershop, service, barber, startTime, timeZone }: Appointment) {
  return {
    id,
    barbershopId: barbershop.id,
    barbershopName: barbershop.name,
    description: `${service.name} com ${barber.name}, ${formatDate(startTime, timeZone)}`,
  }
}

function actionsFor(appointment: Appointment, now: Date) {
  const review = <ReviewButton appointment={toReviewable(appointment)} isReviewed={appointment.reviewed} />
  return <CustomerActions appointment={appointment} now={now} review={review} />
}

const REVIEW_PARAMETER = 'avaliar'

/** Opens the review of the appointment that the URL names: the link of the notification about it. */
function LinkedReview() {
  const [search, changeSearch] = useUrlParams()
  const id = search.get(REVIEW_PARAMETER)
  const { data: appointment } = useQuery({ ...appointmentQuery(id ?? ''), enabled: id !== null })
  if (!id || appointment?.status !== 'COMPLETED') return null

  function handleClose() {
    void changeSearch((current) => {
      const next = new URLSearchParams(current)
      next.delete(REVIEW_PARAMETER)
      return next
    })
  }

  return <ReviewDialog appointment={toReviewable(appointment)} isOpen={!appointment.reviewed} onClose={handleClose} />
}

const PushInvitation = lazyPart(
  async () => (await import('../features/notifications/push-section.tsx')).PushInvitation,
  () => null,
)

/** Loaded with the first request for an area. */
const PlaceField = lazyPart(
  async () => (await import('../features/places/place-field/place-field.tsx')).PlaceField,
  MissingPart,
)

const VerificationDialog = lazyPart(
  async () => (await import('../features/accounts/verification/verification-dialog.tsx')).VerificationDialog,
  MissingPart,
)

const BookAgainCard = lazyPart(
  async () => (await import('./next-visit.tsx')).BookAgainCard,
  () => null,
)

const OwnSeries = lazyPart(
  async () => (await import('../features/appointments/series/series-card.tsx')).OwnSeries,
  () => null,
)

const RhythmInvitation = lazyPart(
  async () => (await import('../features/rhythm/rhythm-choice.tsx')).RhythmInvitation,
  () => null,
)

/** With a booking, because there is something to be notified of; without one, whether to be nudged to the next. */
function Invitation() {
  const { data } = useQuery(agendaQuery('customer', { status: 'all', page: 1 }))
  const hasBooked = data?.appointments.some(({ status }) => status === 'SCHEDULED' || status === 'CONFIRMED')
  return <Suspense>{hasBooked ? <PushInvitation /> : data && <RhythmInvitation />}</Suspense>
}

const bookAgainClass = 'flex items-center rounded-card border border-edge bg-card pr-3'

export default function CustomerAppointmentsPage() {
  return (
    <RequireLogin>
      <h1 className="mb-3 text-2xl md:text-3xl">Meus Agendamentos</h1>
      <CustomerAgenda
        actionsFor={actionsFor}
        whenNothingIsBooked={(appointments) => (
          <Suspense>
            <BookAgainCard appointments={appointments} className={bookAgainClass} />
          </Suspense>
        )}
      >
        <OwnEntries />
        <OwnRequests verification={VerificationDialog} placeField={PlaceField} />
        <Suspense>
          <OwnSeries className="max-w-2xl" />
        </Suspense>
        <Invitation />
      </CustomerAgenda>
      <LinkedReview />
    </RequireLogin>
  )
}
