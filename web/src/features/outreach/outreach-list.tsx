import type { OutreachPurpose, OutreachRow } from '@na-regua/contract/outreach'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageNavigation } from '../../ui/pagination.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { AutomationField } from './automation-field.tsx'
import { outreachQuery, useOutreachMark, useRefusal } from './queries.ts'
import { describeOutreachRow, describeOutreachState, isWrittenTo, purposeTexts } from './rules.ts'
import { TextDialog } from './text-dialog.tsx'

type OutreachListProps = { barbershopId: string; purpose: OutreachPurpose }

/** The customers to write to, one tap each. What was sent is ticked, for the whole team. */
export function OutreachList({ barbershopId, purpose }: OutreachListProps) {
  const [page, setPage] = useState(1)
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(outreachQuery({ barbershopId, purpose, page }))
  const { data } = query
  const { hint, empty } = purposeTexts[purpose]
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar a lista." onRetry={query.refetch} />
    ) : (
      <LoadingRows />
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-mute">{hint}</p>
      {data.canEditText && (
        <Button variant="outline" className="justify-self-start" onClick={() => setEditing(true)}>
          <Icon name="pencil" className="size-4.5" />
          Mudar o texto
        </Button>
      )}
      {data.automation && (
        <AutomationField
          barbershopId={barbershopId}
          purpose={purpose}
          hour={data.automation.hour}
          canChange={data.canEditText}
        />
      )}
      {data.rows.length === 0 ? (
        <Notice icon="chat" title={empty} />
      ) : (
        <Rows list={{ barbershopId, purpose, page }} rows={data.rows} timeZone={data.timeZone} />
      )}
      <PageNavigation
        label="Páginas de clientes"
        page={page}
        totalPages={data.pagination.totalPages}
        onChange={setPage}
      />
      {isEditing && (
        <TextDialog barbershopId={barbershopId} purpose={purpose} text={data.text} onClose={() => setEditing(false)} />
      )}
    </div>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-px overflow-hidden rounded-card border border-line">
      <span className="sr-only">Carregando os clientes...</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-14 rounded-none" />
      ))}
    </div>
  )
}

type RowsProps = {
  list: Parameters<typeof useOutreachMark>[0]
  rows: readonly OutreachRow[]
  timeZone: string
}

function Rows({ list, rows, timeZone }: RowsProps) {
  const { purpose } = list
  const mark = useOutreachMark(list)
  const refuse = useRefusal()
  return (
    <ul
      aria-label={purposeTexts[purpose].title}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card"
    >
      {rows.map((row) => (
        <li key={row.profileId + (row.appointment?.id ?? '')} className="flex min-h-14 items-center gap-1 pr-1 pl-3">
          <RowText row={row} purpose={purpose} timeZone={timeZone} />
          <SendLink row={row} onSend={() => mark.mutate({ row, isSent: true })} />
          {row.sent?.delivery === null && (
            <IconButton label={`Desmarcar ${row.name}`} onClick={() => mark.mutate({ row, isSent: false })}>
              <Icon name="arrow-left" className="size-4.5 text-mute" />
            </IconButton>
          )}
          {!row.sent && purpose !== 'tomorrow' && (
            <IconButton
              label={`${row.name} não quer receber`}
              title="Não quer receber"
              disabled={refuse.isPending}
              onClick={() => refuse.mutate(row)}
            >
              <Icon name="close" className="size-4.5 text-mute" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function RowText({ row, purpose, timeZone }: { row: OutreachRow; purpose: OutreachPurpose; timeZone: string }) {
  const state = describeOutreachState(row, timeZone)
  const isDone = isWrittenTo(row) || row.appointment?.isPresenceConfirmed === true
  return (
    <div className="min-w-0 flex-1 py-1 leading-snug">
      <p className={clsx('truncate font-semibold', isDone && 'text-mute')}>{row.name}</p>
      <p className="truncate text-sm text-mute tabular-nums">
        {state && (
          <span className={isDone ? 'font-semibold text-green' : 'font-semibold text-brass'}>
            {isDone && <Icon name="check" className="mr-0.5 inline size-4 align-[-0.2em]" />}
            {state} ·{' '}
          </span>
        )}
        {describeOutreachRow(row, purpose, timeZone)}
      </p>
    </div>
  )
}

/** Opens WhatsApp with the text, and ticks the row. Who has confirmed is left alone. */
function SendLink({ row, onSend }: { row: OutreachRow; onSend: () => void }) {
  if (!row.whatsAppUrl || row.appointment?.isPresenceConfirmed) return null
  return (
    <a
      href={row.whatsAppUrl}
      target="_blank"
      rel="noreferrer"
      onClick={onSend}
      className={clsx(
        'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control border px-3 text-sm font-semibold transition-colors',
        isWrittenTo(row) ? 'border-transparent text-mute hover:text-ink' : 'border-ink bg-ink text-paper',
      )}
    >
      <Icon name="chat" className="size-4.5" />
      {isWrittenTo(row) ? 'De novo' : 'Avisar'}
      <span className="sr-only"> {row.name} pelo WhatsApp</span>
    </a>
  )
}
