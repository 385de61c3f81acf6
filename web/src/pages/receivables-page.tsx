import type { Debtor } from '@na-regua/contract/receivables'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { EntriesDialog } from '../features/money/entries-dialog.tsx'
import { ReceivablesList } from '../features/receivables/receivables-list.tsx'
import { addCalendarDays, toLocalTime } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'A receber' })
}

export default function ReceivablesPage() {
  return <MoneyFrame>{(barbershop) => <Receivables barbershop={barbershop} />}</MoneyFrame>
}

/** As far back as entries are listed. */
const DAYS = 365

/** What a customer owes opens the entries that it is the sum of; it is paid with a comanda. */
function Receivables({ barbershop }: { barbershop: { id: string; timeZone: string } }) {
  const [debtor, setDebtor] = useState<Debtor>()
  const { date: to } = toLocalTime(new Date(), barbershop.timeZone)
  return (
    <>
      <ReceivablesList barbershopId={barbershop.id} onOpenDebtor={setDebtor} />
      {debtor && (
        <EntriesDialog
          barbershop={barbershop}
          figure={{
            title: `Fiado de ${debtor.name}`,
            query: { from: addCalendarDays(to, -DAYS), to, account: 'debt', ownerId: debtor.profileId },
          }}
          footer={<ButtonLink to={paths.visits(debtor.profileId)}>Receber</ButtonLink>}
          onClose={() => setDebtor(undefined)}
        />
      )}
    </>
  )
}
