import type { ExpectedDay, ExpectedInstallment } from '@na-regua/contract/receivables'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, formatNearShortDate } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { expectedCardsQuery } from './queries.ts'
import { describeFee, describeInstallment } from './rules.ts'

type ExpectedCardsProps = { barbershopId: string; day: ExpectedDay; today: string; onClose: () => void }

/** The payments and instalments that cards bring on a day. */
export function ExpectedCardsDialog({ barbershopId, day, today, onClose }: ExpectedCardsProps) {
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useQuery(expectedCardsQuery(barbershopId, day.date, page))
  return (
    <Dialog isOpen onClose={onClose} title={formatNearShortDate(day.date, today)} width="medium" isFullOnPhone>
      {isError && <RetryNotice error={error} text="Erro ao carregar os pagamentos" onRetry={refetch} />}
      {!data && !isError && <LoadingMessage>Carregando os pagamentos...</LoadingMessage>}
      {data && !isError && (
        <div className="grid grid-cols-1 gap-4">
          <p className="font-display text-2xl font-extrabold tabular-nums">
            {formatMoney(day.amountCents - day.feeCents)}
          </p>
          {day.feeCents > 0 && <p className="text-sm text-mute tabular-nums">{describeFee(day)}</p>}
          <ul aria-label="Pagamentos" className="divide-y divide-line rounded-card border border-line empty:hidden">
            {data.installments.map((part) => (
              <InstallmentItem key={`${part.paymentId} ${part.number}`} part={part} today={today} />
            ))}
          </ul>
          <PageNavigation
            label="Páginas de pagamentos"
            page={page}
            totalPages={data.pagination.totalPages}
            onChange={setPage}
          />
        </div>
      )}
    </Dialog>
  )
}

function InstallmentItem({ part, today }: { part: ExpectedInstallment; today: string }) {
  const { visit, amountCents, feeCents } = part
  const details = [
    `comanda ${visit.number}, ${formatNearShortDate(visit.day, today)}`,
    feeCents > 0 && describeFee(part),
  ].filter(Boolean)
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 px-3 py-1">
      <span className="min-w-0 wrap-anywhere">
        {describeInstallment(part)}
        <span className="block text-sm text-mute tabular-nums">{details.join(' · ')}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{formatMoney(amountCents - feeCents)}</span>
    </li>
  )
}
