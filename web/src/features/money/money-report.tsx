import { accountLabels } from '@na-regua/contract/ledger'
import type { MoneyReport } from '@na-regua/contract/money'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { formatCount, formatMoney, formatShortDate } from '../../lib/format.ts'
import { toLocalTime } from '../../lib/local-time.ts'
import { isMonth, periodOfMonth } from '../../lib/months.ts'
import { paths } from '../../lib/paths.ts'
import { useUrlParams } from '../../lib/use-url-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FileDownload } from '../../ui/file-download.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { MonthChoice } from '../../ui/month-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { EntriesDialog, type EntriesFigure } from './entries-dialog.tsx'
import { FigureRow, FigureRows } from './figure-row.tsx'
import { downloadBook, downloadEntries, downloadReport, type EntryQuery, moneyReportQuery } from './queries.ts'
import { groupTexts, isEmptyReport } from './rules.ts'

type Shop = { id: string; timeZone: string }

const MONTH = 'mes'

/** The month of the URL, so that who comes back finds the same figures; else the current one of the barbershop. */
function useMonth({ timeZone }: Shop) {
  const [params, changeParams] = useUrlParams()
  const [current] = useState(() => toLocalTime(new Date(), timeZone).date.slice(0, 'YYYY-MM'.length))
  const given = params.get(MONTH) ?? ''
  function setMonth(month: string) {
    void changeParams((search) => {
      const next = new URLSearchParams(search)
      next.set(MONTH, month)
      return next
    })
  }
  return { month: isMonth(given) ? given : current, current, setMonth }
}

/** The result of a month, and what it is made of. Each figure opens its entries. */
export function MoneyMonth({ barbershop }: { barbershop: Shop }) {
  const { month, current, setMonth } = useMonth(barbershop)
  const period = periodOfMonth(month)
  const { data, isError, error, isPlaceholderData, refetch } = useQuery(moneyReportQuery(barbershop.id, period))
  const [figure, setFigure] = useState<EntriesFigure>()
  const open = (title: string, filters: Partial<EntryQuery>) => setFigure({ title, query: { ...period, ...filters } })
  return (
    <div className="grid grid-cols-1 gap-4">
      <MonthChoice month={month} last={current} onChange={setMonth} />
      {isError && <RetryNotice error={error} text="Erro ao carregar o relatório" onRetry={refetch} />}
      {!data && !isError && <Skeleton className="h-96" />}
      {data && !isError && (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('grid grid-cols-1 gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {isEmptyReport(data) ? (
            <Notice
              icon="card"
              title="Nada lançado neste mês"
              action={
                <ButtonLink variant="outline" to={paths.visits()}>
                  Comandas do dia
                </ButtonLink>
              }
            >
              O que as comandas e o caixa registram aparece aqui.
            </Notice>
          ) : (
            <Report report={data} open={open} />
          )}
        </div>
      )}
      <Files barbershopId={barbershop.id} month={month} />
      {figure && <EntriesDialog barbershop={barbershop} figure={figure} onClose={() => setFigure(undefined)} />}
    </div>
  )
}

type OpenEntries = (title: string, filters: Partial<EntryQuery>) => void
type ReportProps = { report: MoneyReport; open: OpenEntries }

function Report({ report, open }: ReportProps) {
  return (
    <>
      <Result report={report} open={open} />
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        <SectionCard id="formas" title="Formas de pagamento" hint="Como os clientes pagaram, com as gorjetas.">
          <FigureRows label="Formas de pagamento">
            {report.paid.map(({ account, cents }) => (
              <FigureRow
                key={account}
                label={accountLabels[account]}
                cents={cents}
                onOpen={() => open(accountLabels[account], { account, isPaid: true })}
              />
            ))}
          </FigureRows>
        </SectionCard>
        <SectionCard id="dias" title="Por dia" hint="O que serviços e produtos trouxeram.">
          <FigureRows label="Por dia">
            {report.days.map(({ date, cents }) => (
              <FigureRow
                key={date}
                label={formatShortDate(date)}
                cents={cents}
                onOpen={() => open(formatShortDate(date), { from: date, to: date, isSold: true })}
              />
            ))}
          </FigureRows>
        </SectionCard>
        <SectionCard id="barbeiros" title="Barbeiros">
          <Barbers report={report} open={open} />
        </SectionCard>
        <SectionCard id="itens" title="Serviços e produtos">
          <FigureRows label="Serviços e produtos">
            {report.items.map(({ account, name, quantity, cents }) => (
              <FigureRow
                key={account + name}
                label={name}
                detail={`${accountLabels[account]} · ${formatCount(quantity, 'vez', 'vezes')}`}
                cents={cents}
                onOpen={() => open(name, { account, item: name })}
              />
            ))}
          </FigureRows>
        </SectionCard>
      </div>
    </>
  )
}

/** Income less costs, as in a statement of results. */
function Result({ report: { groups, resultCents }, open }: ReportProps) {
  return (
    <section aria-labelledby="resultado" className="grid grid-cols-1 gap-4">
      <div className="rounded-card border border-line bg-card p-4">
        <h3 id="resultado" className="text-sm font-semibold text-mute">
          Resultado
        </h3>
        <p
          className={clsx(
            'font-display text-2xl font-extrabold tabular-nums wrap-anywhere md:text-3xl',
            resultCents < 0 && 'text-red',
          )}
        >
          {formatMoney(resultCents)}
        </p>
        <p className="text-sm text-mute">Receitas menos custos das vendas e despesas.</p>
      </div>
      {groups.map(({ group, cents, accounts }) => (
        <div key={group} className="grid grid-cols-1 gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-3">
            <h4 className="text-lg font-semibold">{groupTexts[group].title}</h4>
            {accounts.length === 0 ? (
              <span className="font-display text-lg font-extrabold tabular-nums">{formatMoney(cents)}</span>
            ) : (
              <button
                type="button"
                aria-label={`${groupTexts[group].title}: ${formatMoney(cents)}. Ver os lançamentos`}
                className="font-display text-lg font-extrabold underline underline-offset-4 tabular-nums"
                onClick={() => open(groupTexts[group].title, { group })}
              >
                {formatMoney(cents)}
              </button>
            )}
          </div>
          {accounts.length === 0 && <p className="px-3 text-sm text-mute">{groupTexts[group].empty}</p>}
          <FigureRows label={groupTexts[group].title}>
            {accounts.map((sum) => (
              <FigureRow
                key={sum.account}
                label={accountLabels[sum.account]}
                cents={sum.cents}
                onOpen={() => open(accountLabels[sum.account], { account: sum.account })}
              />
            ))}
          </FigureRows>
        </div>
      ))}
    </section>
  )
}

const barberFigures = [
  { account: 'services', label: 'serviços', read: (barber: MoneyReport['barbers'][number]) => barber.servicesCents },
  { account: 'products', label: 'produtos', read: (barber: MoneyReport['barbers'][number]) => barber.productsCents },
  { account: 'tips', label: 'gorjetas', read: (barber: MoneyReport['barbers'][number]) => barber.tipsCents },
] as const

function Barbers({ report: { barbers }, open }: ReportProps) {
  return (
    <FigureRows label="Barbeiros">
      {barbers.flatMap((barber) => {
        const { id, name } = barber
        return barberFigures
          .filter(({ read }) => read(barber) !== 0)
          .map(({ account, label, read }) => (
            <FigureRow
              key={`${id} ${account}`}
              label={name ?? 'Sem barbeiro'}
              detail={label}
              cents={read(barber)}
              onOpen={() =>
                open(`${name ?? 'Sem barbeiro'}: ${label}`, {
                  account,
                  ...(account === 'tips' && { isPaid: true }),
                  ...(id ? { barberId: id } : { isWithoutBarber: true }),
                })
              }
            />
          ))
      })}
    </FigureRows>
  )
}

function Files({ barbershopId, month }: { barbershopId: string; month: string }) {
  const period = periodOfMonth(month)
  const year = Number(month.slice(0, 4))
  return (
    <section aria-labelledby="arquivos" className="grid grid-cols-1 gap-2">
      <h2 id="arquivos" className="text-lg">
        Arquivos
      </h2>
      <div className="flex flex-wrap gap-2">
        <FileDownload
          label="Relatório (CSV)"
          file={`relatorio-${month}.csv`}
          request={() => downloadReport(barbershopId, period)}
        />
        <FileDownload
          label="Lançamentos (CSV)"
          file={`lancamentos-${month}.csv`}
          request={() => downloadEntries(barbershopId, period)}
        />
        <FileDownload
          label={`Livro de ${year}`}
          file={`livro-${year}.jsonl`}
          request={() => downloadBook(barbershopId, year)}
        />
      </div>
      <p className="text-sm text-mute">
        O livro traz um resumo criptográfico de cada mês fechado. Quem cuida da contabilidade confere o arquivo sem
        internet com o{' '}
        <a href="/conferir-livro.js" download className="font-semibold text-navy underline underline-offset-4">
          programa de conferência
        </a>
        .
      </p>
    </section>
  )
}
