import type { Debtor, ExpectedDay } from '@na-regua/contract/receivables'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatCount, formatMoney, formatNearDate, formatNearShortDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { CardFeesDialog } from './card-fees-dialog.tsx'
import { ExpectedCardsDialog } from './expected-cards-dialog.tsx'
import { receivablesQuery } from './queries.ts'
import { describeFee } from './rules.ts'

type ReceivablesProps = { barbershopId: string; onOpenDebtor: (debtor: Debtor) => void }

/** What cards bring by day, and what customers owe. */
export function ReceivablesList({ barbershopId, onOpenDebtor }: ReceivablesProps) {
  const [page, setPage] = useState(1)
  const [isEditing, setEditing] = useState(false)
  const [openedDay, setOpenedDay] = useState<ExpectedDay>()
  const { data, isError, error, refetch } = useQuery(receivablesQuery(barbershopId, page))
  if (!data && !isError) return <Skeleton className="h-96" />
  if (!data) return <RetryNotice error={error} text="Erro ao carregar o que há a receber" onRetry={refetch} />
  const cardCents = data.days.reduce((sum, day) => sum + day.amountCents - day.feeCents, 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <section aria-labelledby="cartoes" className="grid grid-cols-1 gap-2">
        <Heading id="cartoes" title="Cartões" cents={cardCents} />
        {data.days.length === 0 && <p className="text-sm text-mute">Nenhum pagamento de cartão a cair.</p>}
        <Rows label="Cartões por dia">
          {data.days.map((day) => (
            <DayRow key={day.date} day={day} today={data.today} onOpen={() => setOpenedDay(day)} />
          ))}
        </Rows>
        <Button variant="outline" className="justify-self-start" onClick={() => setEditing(true)}>
          <Icon name="card" className="size-4.5" />
          Taxas das maquininhas
        </Button>
      </section>
      <section aria-labelledby="fiado" className="grid grid-cols-1 gap-2">
        <Heading id="fiado" title="Fiado" cents={data.owedCents} />
        {data.debtors.length === 0 && <p className="text-sm text-mute">Ninguém deve nada.</p>}
        <Rows label="Clientes que devem">
          {data.debtors.map((debtor) => (
            <DebtorRow key={debtor.profileId} debtor={debtor} today={data.today} onOpen={() => onOpenDebtor(debtor)} />
          ))}
        </Rows>
        <PageNavigation
          label="Páginas de clientes"
          page={page}
          totalPages={data.pagination.totalPages}
          onChange={setPage}
        />
      </section>
      {openedDay && (
        <ExpectedCardsDialog
          barbershopId={barbershopId}
          day={openedDay}
          today={data.today}
          onClose={() => setOpenedDay(undefined)}
        />
      )}
      {isEditing && <CardFeesDialog barbershopId={barbershopId} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Heading({ id, title, cents }: { id: string; title: string; cents: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <span className="font-display text-xl font-extrabold tabular-nums">{formatMoney(cents)}</span>
    </div>
  )
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card empty:hidden"
    >
      {children}
    </ul>
  )
}

function DayRow({ day, today, onOpen }: { day: ExpectedDay; today: string; onOpen: () => void }) {
  const { date, payments, amountCents, feeCents } = day
  const details = [formatCount(payments, 'pagamento', 'pagamentos'), feeCents > 0 && describeFee(day)].filter(Boolean)
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 w-full items-center justify-between gap-4 px-3 py-1 text-left hover:bg-sunken"
      >
        <span className="min-w-0">
          {formatNearShortDate(date, today)}
          <span className="block text-sm text-mute tabular-nums">{details.join(' · ')}</span>
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{formatMoney(amountCents - feeCents)}</span>
      </button>
    </li>
  )
}

function DebtorRow({ debtor, today, onOpen }: { debtor: Debtor; today: string; onOpen: () => void }) {
  const { name, owedCents, limitCents, lastOn } = debtor
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 w-full items-center justify-between gap-4 px-3 py-1 text-left hover:bg-sunken"
      >
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="block text-sm text-mute tabular-nums">
            última em {formatNearDate(lastOn, today)} · limite {formatMoney(limitCents)}
          </span>
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{formatMoney(owedCents)}</span>
      </button>
    </li>
  )
}
