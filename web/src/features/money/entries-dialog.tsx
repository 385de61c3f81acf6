import { accountLabels } from '@na-regua/contract/ledger'
import type { MoneyEntry } from '@na-regua/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatCount, formatDate, formatLocalDate, formatMoney, formatTime } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { type EntryQuery, moneyEntriesQuery } from './queries.ts'

export type EntriesFigure = { title: string; query: EntryQuery }

type EntriesDialogProps = {
  barbershop: { id: string; timeZone: string }
  figure: EntriesFigure
  /** What can be done about it, below the list. */
  footer?: ReactNode
  onClose: () => void
}

/** The entries of which a figure is the sum. */
export function EntriesDialog({ barbershop, figure, footer, onClose }: EntriesDialogProps) {
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useQuery(moneyEntriesQuery(barbershop.id, figure.query, page))
  return (
    <Dialog isOpen onClose={onClose} title={figure.title} width="medium" isFullOnPhone footer={footer}>
      {isError && <RetryNotice error={error} text="Erro ao carregar os lançamentos" onRetry={refetch} />}
      {!data && !isError && <LoadingMessage>Carregando os lançamentos...</LoadingMessage>}
      {data && !isError && (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-mute tabular-nums">
            De {formatLocalDate(figure.query.from)} a {formatLocalDate(figure.query.to)},{' '}
            {formatCount(data.pagination.total, 'lançamento', 'lançamentos')}.
          </p>
          <p className="font-display text-2xl font-extrabold tabular-nums">{formatMoney(data.totalCents)}</p>
          <ul aria-label="Lançamentos" className="divide-y divide-line rounded-card border border-line empty:hidden">
            {data.entries.map((entry) => (
              <EntryItem
                key={`${entry.transactionId} ${entry.position}`}
                entry={entry}
                timeZone={barbershop.timeZone}
              />
            ))}
          </ul>
          <PageNavigation
            label="Páginas de lançamentos"
            page={page}
            totalPages={data.pagination.totalPages}
            onChange={setPage}
          />
        </div>
      )}
    </Dialog>
  )
}

function EntryItem({ entry, timeZone }: { entry: MoneyEntry; timeZone: string }) {
  const { itemName, ownerName, visit, account, occurredAt } = entry
  const details = [
    `${formatDate(occurredAt, timeZone)} ${formatTime(occurredAt, timeZone)}`,
    visit && `comanda\u00a0${visit.number}`,
    ownerName,
    entry.isReversal && 'estorno',
  ].filter(Boolean)
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 px-3 py-1">
      <span className="min-w-0 wrap-anywhere">
        {itemName ?? accountLabels[account]}
        <span className="block text-sm text-mute tabular-nums">{details.join(' · ')}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{formatMoney(entry.cents)}</span>
    </li>
  )
}
