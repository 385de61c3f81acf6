import type { MetaArgs } from 'react-router'
import { PixWaiting } from '../features/statements/pix-waiting.tsx'
import { StatementCheck } from '../features/statements/statement-check.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Conferência do Pix' })
}

/** What arrived by Pix: by the eyes of the staff, and by the statement of the bank. */
export default function StatementsPage() {
  return (
    <MoneyFrame>
      {({ id, timeZone }) => (
        <div className="grid grid-cols-1 gap-6">
          <PixWaiting barbershopId={id} timeZone={timeZone} />
          <StatementCheck barbershopId={id} timeZone={timeZone} />
        </div>
      )}
    </MoneyFrame>
  )
}
