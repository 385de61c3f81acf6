import { type MetaArgs, useParams } from 'react-router'
import { ReminderView } from '../features/appointments/reminder-reply/reminder-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Seu horário' })
}

export default function ReminderPage() {
  const { token = '' } = useParams()
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      <ReminderView key={token} token={token} />
    </div>
  )
}
