import type { Appointment } from '@na-regua/contract/appointments'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { AgendaView } from '../features/appointments/agenda/agenda-view.tsx'
import { StaffActions } from '../features/appointments/agenda/staff-actions.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus Agendamentos' })
}

function actionsFor(appointment: Appointment, now: Date) {
  return <StaffActions appointment={appointment} now={now} />
}

export default function BarberAppointmentsPage() {
  return (
    <RequireLogin allowedRoles={['BARBER', 'OWNER']}>
      <h1 className="mb-4 text-2xl md:text-3xl">Meus Agendamentos</h1>
      <AgendaView side="barber" actionsFor={actionsFor} />
    </RequireLogin>
  )
}
