import type { Appointment } from '@na-regua/contract/appointments'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { CustomerActions } from '../features/appointments/agenda/customer-actions.tsx'
import { ReviewButton } from '../features/reviews/review-button.tsx'
import { formatDate } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus Agendamentos' })
}

function actionsFor(appointment: Appointment, now: Date) {
  const { id, barbershop, service, barber, startTime, timeZone, reviewed } = appointment
  const reviewable = {
    id,
    barbershopId: barbershop.id,
    barbershopName: barbershop.name,
    description: `${service.name} com ${barber.name}, ${formatDate(startTime, timeZone)}`,
  }
  const review = <ReviewButton appointment={reviewable} isReviewed={reviewed} />
  return <CustomerActions appointment={appointment} now={now} review={review} />
}

export default function CustomerAppointmentsPage() {
  return (
    <RequireLogin>
      <h1 className="mb-4 text-2xl md:text-3xl">Meus Agendamentos</h1>
      <AgendaView side="customer" actionsFor={actionsFor} />
    </RequireLogin>
  )
}
