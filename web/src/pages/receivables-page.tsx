import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { EntriesDialog, type EntriesFigure } from '../features/money/entries-dialog.tsx'
import { ReceivablesList } from '../features/receivables/receivables-list.tsx'
import { addCalendarDays, toLocalTime } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'A receber' })
}

export default function ReceivablesPage() {
  return <MoneyFrame>{(barbershop) => <Receivables barbershop={barbershop} />}</MoneyFrame>
}

/** As far back as entries are listed. */
const DAYS = 365

/** What a customer owes opens the entries that it is the sum of. */
function Receivables({ barbershop }: { barbershop: { id: string; timeZone: string } }) {
  const [figure, setFigure] = useState<EntriesFigure>()
  return (
    <>
      <ReceivablesList
        barbershopId={barbershop.id}
        onOpenDebtor={({ profileId, name }) => {
          const { date: to } = toLocalTime(new Date(), barbershop.timeZone)
          const query = { from: addCalendarDays(to, -DAYS), to, account: 'debt' as const, ownerId: profileId }
          setFigure({ title: `Fiado de ${name}`, query })
        }}
      />
      {figure && <EntriesDialog barbershop={barbershop} figure={figure} onClose={() => setFigure(undefined)} />}
    </>
  )
}
