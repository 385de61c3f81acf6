import type { Settlement } from '@na-regua/contract/commissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { denseListClass, FigureList } from '../../ui/dense-row.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { OwnContracts } from './contract-list.tsx'
import { LineList } from './line-list.tsx'
import { earningsQuery } from './queries.ts'
import { listSums } from './rules.ts'
import { SettlementDialog } from './settlement-dialog.tsx'
import { SettlementRow } from './settlement-row.tsx'

type EarningsProps = {
  barbershopId: string
  /** Undefined: the user's own. */
  barberId: string | undefined
  from: string
  until: string
}

/** What a barber earned in a period, live. */
export function Earnings({ barbershopId, barberId, from, until }: EarningsProps) {
  const [page, setPage] = useState(1)
  const query = useQuery(earningsQuery({ barbershopId, barberId, from, until, page }))
  const { data } = query
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar os ganhos." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando os ganhos...</LoadingMessage>
    )
  const figures = listSums(data).filter(({ cents }, index) => index < 3 || cents !== 0)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <span className="block text-mute">{data.isOwn ? 'Você ganhou' : `${data.barber.name} ganhou`}</span>
        <span className="font-display text-3xl font-extrabold tabular-nums">{formatMoney(data.totalCents)}</span>
      </p>
      <FigureList figures={figures.map(({ label, cents }) => ({ label, value: formatMoney(cents) }))} />
      <p className="text-mute">
        A acertar, de todos os dias: <strong className="text-ink tabular-nums">{formatMoney(data.openCents)}</strong>
        {data.advanceBalanceCents > 0 && ` · vales a descontar: ${formatMoney(data.advanceBalanceCents)}`}
      </p>
      {data.lines.length === 0 ? (
        <Notice icon="tag" title="Nada ainda neste período">
          Cada comanda fechada aparece aqui na hora, com a conta da comissão.
        </Notice>
      ) : (
        <LineList label="Linhas" lines={data.lines} timeZone={data.timeZone} isOwn={data.isOwn} />
      )}
      <PageNavigation
        label="Páginas de linhas"
        page={page}
        totalPages={data.pagination.totalPages}
        onChange={setPage}
      />
      {data.settlements.length > 0 && <OwnSettlements settlements={data.settlements} />}
      {data.isOwn && <OwnContracts barbershopId={barbershopId} barberId={data.barber.id} />}
    </div>
  )
}

function OwnSettlements({ settlements }: { settlements: readonly Settlement[] }) {
  const [open, setOpen] = useState<string>()
  return (
    <section>
      <h2 className="mb-2 text-xl">Acertos</h2>
      <ul className={denseListClass}>
        {settlements.map((settlement) => (
          <li key={settlement.id}>
            <SettlementRow settlement={settlement} onOpen={() => setOpen(settlement.id)} />
          </li>
        ))}
      </ul>
      {open && <SettlementDialog id={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
