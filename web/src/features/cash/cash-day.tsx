import type { CashDay, CashSession } from '@na-regua/contract/cash'
import { paymentNames } from '@na-regua/contract/visits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney, formatShortDate, formatTime } from '../../lib/format.ts'
import { addCalendarDays } from '../../lib/local-time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { CountTable } from './count-table.tsx'
import { CashMovementList } from './movement-list.tsx'
import { cashDayQuery } from './queries.ts'
import { sumRegisters } from './rules.ts'

type CashDayReportProps = { barbershop: { id: string; name: string }; today: string }

/** The sessions that were opened on a day, as they are printed. */
export function CashDayReport({ barbershop, today }: CashDayReportProps) {
  const [date, setDate] = useState(today)
  const { data, error } = useQuery(cashDayQuery(barbershop.id, date))
  return (
    <section aria-label="Caixa do dia" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">Caixa do dia</h2>
        <div className="flex items-center max-sm:order-last max-sm:w-full">
          <IconButton label="Dia anterior" onClick={() => setDate(addCalendarDays(date, -1))}>
            <Icon name="chevron-left" />
          </IconButton>
          <span className="tabular-nums">{formatShortDate(date)}</span>
          <IconButton label="Dia seguinte" disabled={date >= today} onClick={() => setDate(addCalendarDays(date, 1))}>
            <Icon name="chevron-right" />
          </IconButton>
        </div>
        <Button variant="outline" disabled={!data} onClick={() => window.print()}>
          <Icon name="printer" className="size-4.5" />
          Imprimir
        </Button>
      </div>
      {error && !data && <p className="text-red">{errorText(error, 'Erro ao carregar o dia.')}</p>}
      {!data && !error && <LoadingMessage>Carregando o dia...</LoadingMessage>}
      {data && (
        <>
          <DayContent day={data} />
          {createPortal(
            <div data-print className="hidden bg-white text-black print:block">
              <h1 className="mb-3 text-xl">
                {barbershop.name} · Caixa de {formatShortDate(data.date)}
              </h1>
              <DayContent day={data} />
            </div>,
            document.body,
          )}
        </>
      )}
    </section>
  )
}

function DayContent({ day: { sessions, outside, timeZone } }: { day: CashDay }) {
  if (sessions.length === 0 && outside.length === 0)
    return <p className="text-mute">Nenhum caixa foi aberto neste dia.</p>
  const hasSeveral = new Set(sessions.map(({ register }) => register.id)).size > 1
  const sum = hasSeveral ? sumRegisters(sessions) : []
  return (
    <div className="grid grid-cols-1 gap-3">
      {sessions.map((session) => (
        <SessionReport
          key={session.id}
          session={session}
          name={hasSeveral ? session.register.name : undefined}
          timeZone={timeZone}
        />
      ))}
      {sum.length > 0 && (
        <article className={reportClass}>
          <h3 className="text-lg">Soma dos caixas</h3>
          <CountTable counts={sum} />
        </article>
      )}
      {outside.length > 0 && (
        <p className="text-sm text-mute">
          Recebido com o caixa fechado:{' '}
          {outside.map(({ method, cents }) => `${paymentNames[method]} ${formatMoney(cents)}`).join(', ')}.
        </p>
      )}
    </div>
  )
}

const reportClass =
  'grid grid-cols-1 gap-2 rounded-card border border-line bg-card p-4 print:break-inside-avoid print:border-0 print:bg-white print:p-0'

/** Without a name it is of the only register. */
type SessionReportProps = { session: CashSession; name: string | undefined; timeZone: string }

function SessionReport({ session, name, timeZone }: SessionReportProps) {
  const { openedAt, openedByName, closedAt, closedByName, floatCents, note, counts, movements } = session
  const opened = `Aberto às ${formatTime(openedAt, timeZone)}${openedByName ? ` por ${openedByName}` : ''}`
  const closed = closedAt
    ? `fechado às ${formatTime(closedAt, timeZone)}${closedByName ? ` por ${closedByName}` : ''}`
    : 'ainda aberto'
  return (
    <article className={reportClass}>
      {name && <h3 className="text-lg wrap-anywhere">{name}</h3>}
      <p className="wrap-anywhere tabular-nums">
        {opened}, {closed}. Fundo de {formatMoney(floatCents)}.
      </p>
      {counts ? (
        <CountTable counts={counts} />
      ) : (
        <p className="text-sm text-mute">O esperado aparece quando o caixa for contado e fechado.</p>
      )}
      {counts && <CashMovementList movements={movements} timeZone={timeZone} />}
      {note && <p className="text-sm wrap-anywhere">Observação: {note}</p>}
    </article>
  )
}
