import { type MetaArgs, useLocation, useParams } from 'react-router'
import { BookingLinkView } from '../features/appointments/reminder-reply/booking-link-view.tsx'
import { ReminderView } from '../features/appointments/reminder-reply/reminder-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Seu horário' })
}

/** The link of a reminder, and at `/a/` the one of an appointment that was booked by phone. */
export default function ReminderPage() {
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const View = pathname.startsWith('/a/') ? BookingLinkView : ReminderView
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      <View key={token} token={token} />
    </div>
  )
}
