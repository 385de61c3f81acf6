import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { AppointmentSummary } from './appointment-summary.tsx'

/** What the booking screen hands over in the history's state, never in the address: it is nobody else's. */
function readAppointmentId(state: unknown) {
  const id = (state as { appointmentId?: unknown } | null)?.appointmentId
  return typeof id === 'string' ? id : undefined
}

type BookedNoticeProps = {
  mapHref: string
  /** What the page shows of free times is older than the booking. */
  onArrival: () => void
}

/** After a booking: says it once, and shows it until it is closed, also after a reload. */
export function BookedNotice({ mapHref, onArrival }: BookedNoticeProps) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const hasArrived = useNavigationType() !== 'POP'
  const { user } = useSession()
  const told = useRef<string>(undefined)
  const appointmentId = readAppointmentId(state)

  useEffect(() => {
    if (!appointmentId || !hasArrived || told.current === appointmentId) return
    told.current = appointmentId
    showToast({ tone: 'success', title: 'Agendamento criado com sucesso!' })
    onArrival()
  }, [appointmentId, hasArrived, onArrival])

  if (!appointmentId || !user) return null
  const handleClose = () => void navigate({ search }, { replace: true, state: null, preventScrollReset: true })
  return (
    <div className="mb-6">
      <AppointmentSummary appointmentId={appointmentId} mapHref={mapHref} onClose={handleClose} />
    </div>
  )
}
