import type { Visit } from '@na-regua/contract/visits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney, formatShortDate, formatTime } from '../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../lib/local-time.ts'
import { useCommands } from '../../lib/use-commands.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { StaleNotice, useStaleSince } from '../../ui/stale-notice.tsx'
import { type BuyerSlot, ClosingSheet } from './closing-sheet.tsx'
import type { PixSlot } from './payment-fields.tsx'
import { dayVisitsQuery } from './queries.ts'
import { waitsForPix } from './rules.ts'
import { VisitDialog } from './visit-dialog.tsx'

type DayProps = {
  barbershopId: string
  /** Who pays what they owe: the sale begins with it. */
  profileId?: string | undefined
  pix?: PixSlot | undefined
  buyer?: BuyerSlot | undefined
}

type Opened = { kind: 'sale' } | { kind: 'closing' | 'details'; visit: Visit }

/** The visits (comandas) of a day, those that are open first to be closed. */
export function DayVisits({ barbershopId, profileId, pix, buyer }: DayProps) {
  const [date, setDate] = useState<string>()
  const [opened, open] = useState<Opened | undefined>(profileId ? { kind: 'sale' } : undefined)
  const list = useQuery(dayVisitsQuery(barbershopId, date))
  const day = list.data
  const now = useNow()
  // What was stored may be of another day.
  const isStale = useStaleSince(list) !== undefined
  const unsent = useUnsent(barbershopId)
  const visits = day?.visits.filter(({ id }) => !unsent.some(({ visitId }) => visitId === id)) ?? []
  const close = () => open(undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {day && (
          <DayChoice
            date={day.date}
            today={isStale ? toLocalTime(now, day.timeZone).date : day.today}
            onChange={setDate}
          />
        )}
        <Button onClick={() => open({ kind: 'sale' })}>Nova venda</Button>
      </div>
      <StaleNotice of={list} />
      <UnsentVisits unsent={unsent} />
      {list.isPending && <LoadingMessage>Carregando...</LoadingMessage>}
      {list.isError && !day && (
        <RetryNotice error={list.error} text="Não deu para carregar as comandas." onRetry={list.refetch} />
      )}
      {day && visits.length + unsent.length === 0 && (
        <Notice icon="card" title="Nenhuma comanda neste dia">
          Elas aparecem aqui quando um atendimento é finalizado, ou com uma venda no balcão.
        </Notice>
      )}
      {day && visits.length > 0 && (
        <VisitRows
          visits={visits}
          timeZone={day.timeZone}
          onOpen={(visit) => open({ kind: visit.status === 'OPEN' ? 'closing' : 'details', visit })}
        />
      )}
      {opened?.kind === 'sale' && (
        <ClosingSheet
          target={{ barbershopId, profileId }}
          pix={pix}
          buyer={profileId ? undefined : buyer}
          onClose={close}
        />
      )}
      {opened?.kind === 'closing' && (
        <ClosingSheet target={{ barbershopId, visit: opened.visit }} pix={pix} onClose={close} />
      )}
      {opened?.kind === 'details' && day && (
        <VisitDialog
          visit={day.visits.find(({ id }) => id === opened.visit.id) ?? opened.visit}
          timeZone={day.timeZone}
          onCopied={(copy) => open({ kind: 'closing', visit: copy })}
          onClose={close}
        />
      )}
    </div>
  )
}

type ChoiceProps = { date: string; today: string; onChange: (date: string) => void }

function DayChoice({ date, today, onChange }: ChoiceProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Dia anterior" onClick={() => onChange(addCalendarDays(date, -1))}>
        <Icon name="chevron-left" />
      </IconButton>
      <h2 className="text-lg">{date === today ? 'Hoje' : formatShortDate(date)}</h2>
      <IconButton label="Próximo dia" disabled={date >= today} onClick={() => onChange(addCalendarDays(date, 1))}>
        <Icon name="chevron-right" />
      </IconButton>
    </div>
  )
}

/** Returns what was closed without network, and is not in the list yet. */
function useUnsent(barbershopId: string) {
  return useCommands().pending.flatMap(({ command, preview }) =>
    command.type === 'closeVisit' && command.input.barbershopId === barbershopId
      ? [{ visitId: command.visitId, preview }]
      : [],
  )
}

function UnsentVisits({ unsent }: { unsent: ReturnType<typeof useUnsent> }) {
  return (
    <ul
      aria-label="Ainda não enviadas"
      className="divide-y divide-line rounded-card border border-dashed border-edge bg-card empty:hidden"
    >
      {unsent.map(({ visitId, preview }) => (
        <li key={visitId} className="flex min-h-14 items-center justify-between gap-3 px-4 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-semibold">{preview.name}</span>
            <span className="block text-sm text-mute">{preview.details?.join(' · ')}</span>
          </span>
          <Badge tone="brass">Aguardando rede</Badge>
        </li>
      ))}
    </ul>
  )
}

type RowsProps = { visits: readonly Visit[]; timeZone: string; onOpen: (visit: Visit) => void }

function VisitRows({ visits, timeZone, onOpen }: RowsProps) {
  const closed = visits.filter(({ status }) => status === 'CLOSED')
  const total = closed.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0)
  return (
    <>
      <ul aria-label="Comandas" className="divide-y divide-line rounded-card border border-line bg-card">
        {visits.map((visit) => (
          <li key={visit.id}>
            <button
              type="button"
              onClick={() => onOpen(visit)}
              className="flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2.5 text-left hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="line-clamp-2 font-semibold wrap-anywhere">
                  <span className="text-mute tabular-nums">{visit.number}</span>{' '}
                  {visit.customerName ?? 'Venda no balcão'}
                </span>
                <span className="line-clamp-2 text-sm text-mute wrap-anywhere">{describeVisit(visit, timeZone)}</span>
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1">
                <span className="tabular-nums">{visit.totalCents !== null && formatMoney(visit.totalCents)}</span>
                <VisitBadge visit={visit} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 px-4 tabular-nums">
        <span>Fechadas: {closed.length}</span>
        <strong>{formatMoney(total)}</strong>
      </p>
    </>
  )
}

function VisitBadge({ visit }: { visit: Visit }) {
  if (visit.status === 'OPEN') return <Badge tone="brass">Aberta</Badge>
  if (visit.status === 'REVERSED') return <Badge>Estornada</Badge>
  return waitsForPix(visit) ? <Badge tone="brass">Pix a conferir</Badge> : null
}

function describeVisit({ openedAt, closedAt, barber, lines }: Visit, timeZone: string) {
  const what = lines.map(({ name }) => name).join(', ')
  return [formatTime(closedAt ?? openedAt, timeZone), barber?.name, what].filter(Boolean).join(' · ')
}
