import type { SettlementDraft } from '@na-regua/contract/commissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateAndTime, formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DenseRow, denseListClass } from '../../ui/dense-row.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AdvanceDialog } from './advance-dialog.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { settlementsQuery } from './queries.ts'
import { ResponseDialog } from './response-dialog.tsx'
import { nameLine } from './rules.ts'
import { SettlementDialog } from './settlement-dialog.tsx'
import { SettlementRow } from './settlement-row.tsx'

type Opened =
  | { kind: 'closing' | 'advance'; draft: SettlementDraft }
  | { kind: 'settlement'; id: string }
  | { kind: 'dispute'; dispute: OpenDispute }

type OpenDispute = Parameters<typeof ResponseDialog>[0]['dispute']

/** What is open with each barber, what they dispute, and the settlements that were closed. */
export function SettlementsSection({ barbershopId }: { barbershopId: string }) {
  const [until, setUntil] = useState<string>()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Opened>()
  const query = useQuery(settlementsQuery({ barbershopId, until: until || undefined, page }))
  const { data } = query
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar os acertos." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando os acertos...</LoadingMessage>
    )
  const close = () => setOpened(undefined)
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.disputes.length > 0 && (
        <section>
          <h2 className="mb-2 text-xl">Contestações</h2>
          <ul aria-label="Contestações" className={denseListClass}>
            {data.disputes.map((dispute) => (
              <li key={dispute.id} className="flex min-h-14 items-center gap-3 px-3 py-1 md:px-4">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-semibold">
                    {dispute.barber.name} · {nameLine({ ...dispute, isReversal: false })} · {formatMoney(dispute.cents)}
                  </p>
                  <p className="truncate text-sm text-mute">
                    {formatDateAndTime(dispute.earnedAt, data.timeZone)} · “{dispute.reason}”
                  </p>
                </div>
                <Button variant="ink" onClick={() => setOpened({ kind: 'dispute', dispute })}>
                  Responder
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
          <h2 className="text-xl">Em aberto</h2>
          <div className="w-44">
            <TextField
              label="Até o dia"
              type="date"
              max={data.today}
              value={until ?? data.until}
              onChange={({ target }) => setUntil(target.value)}
            />
          </div>
        </div>
        {data.drafts.length === 0 ? (
          <Notice icon="people" title="A barbearia ainda não tem barbeiros" />
        ) : (
          <ul aria-label="Em aberto" className={denseListClass}>
            {data.drafts.map((draft) => (
              <li key={draft.barber.id}>
                <DraftRow draft={draft} onOpen={(kind) => setOpened({ kind, draft })} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {data.settlements.length > 0 && (
        <section>
          <h2 className="mb-2 text-xl">Acertos fechados</h2>
          <ul aria-label="Acertos fechados" className={denseListClass}>
            {data.settlements.map((settlement) => (
              <li key={settlement.id}>
                <SettlementRow
                  settlement={settlement}
                  name={settlement.barber.name}
                  onOpen={() => setOpened({ kind: 'settlement', id: settlement.id })}
                />
              </li>
            ))}
          </ul>
          <PageNavigation
            label="Páginas de acertos"
            page={page}
            totalPages={data.pagination.totalPages}
            onChange={setPage}
          />
        </section>
      )}
      {opened?.kind === 'closing' && (
        <ClosingDialog
          barbershopId={barbershopId}
          draft={opened.draft}
          until={data.until}
          onClosed={(id) => setOpened({ kind: 'settlement', id })}
          onClose={close}
        />
      )}
      {opened?.kind === 'advance' && <AdvanceDialog barbershopId={barbershopId} draft={opened.draft} onClose={close} />}
      {opened?.kind === 'settlement' && <SettlementDialog id={opened.id} canPay onClose={close} />}
      {opened?.kind === 'dispute' && <ResponseDialog dispute={opened.dispute} onClose={close} />}
    </div>
  )
}

type DraftRowProps = { draft: SettlementDraft; onOpen: (kind: 'closing' | 'advance') => void }

function DraftRow({ draft, onOpen }: DraftRowProps) {
  const { barber, totalCents, openDisputes, advanceBalanceCents } = draft
  return (
    <DenseRow
      name={barber.name}
      title={<span className="font-semibold wrap-anywhere">{barber.name}</span>}
      badges={openDisputes > 0 && <Badge tone="brass">Contestado</Badge>}
      text={advanceBalanceCents > 0 ? `Vales: ${formatMoney(advanceBalanceCents)}` : 'Sem vales'}
      main={<span className="shrink-0 font-semibold tabular-nums">{formatMoney(totalCents)}</span>}
      actions={
        <>
          <ButtonLink variant="ghost" to={paths.earningsOf(barber.id)}>
            Ver linhas
          </ButtonLink>
          <Button variant="outline" onClick={() => onOpen('advance')}>
            Dar vale
          </Button>
          <Button variant="ink" onClick={() => onOpen('closing')}>
            Fechar acerto
          </Button>
        </>
      }
    />
  )
}
