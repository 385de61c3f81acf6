import type { PartnerShares } from '@na-regua/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { errorText } from '../../lib/api-error.ts'
import { formatAmount } from '../../lib/format.ts'
import { formatMonth } from '../../lib/months.ts'
import { Button } from '../../ui/button.tsx'
import { FileDownload } from '../../ui/file-download.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { MonthChoice } from '../../ui/month-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { downloadShares, partnerSharesQuery } from './queries.ts'
import { formatCompany } from './rules.ts'

type ShareReportProps = {
  barbershop: { id: string; name: string }
  /** The current month. */
  current: string
}

/** What partners (Salão Parceiro) and the barbershop each get of the services of a month, also on paper. */
export function ShareReport({ barbershop, current }: ShareReportProps) {
  const [month, setMonth] = useState(current)
  const { data, error, isPlaceholderData } = useQuery(partnerSharesQuery(barbershop.id, month))
  return (
    <section aria-label="Cota-parte" className="grid grid-cols-1 gap-3">
      <h2 className="text-xl">Cota-parte do Salão Parceiro</h2>
      <MonthChoice month={month} last={current} onChange={setMonth} />
      {!data &&
        (error ? (
          <Notice tone="error" title={errorText(error, 'Erro ao carregar a cota-parte.')} />
        ) : (
          <LoadingMessage>Carregando a cota-parte...</LoadingMessage>
        ))}
      {data?.shares.length === 0 && (
        <Notice icon="people" title="Nenhum parceiro neste mês">
          Cadastre o contrato de quem trabalha como Salão Parceiro.
        </Notice>
      )}
      {data && data.shares.length > 0 && (
        <>
          <div aria-busy={isPlaceholderData} className={clsx('transition-opacity', isPlaceholderData && 'opacity-60')}>
            <ShareTable shares={data} />
          </div>
          <p className="text-sm text-mute">{explanation}</p>
          <div className="flex flex-wrap gap-2">
            <FileDownload
              label="Exportar CSV"
              file={`cota-parte-${month}.csv`}
              request={() => downloadShares(barbershop.id, month)}
            />
            <Button variant="outline" disabled={isPlaceholderData} onClick={() => window.print()}>
              <Icon name="printer" className="size-4.5" />
              Imprimir ou PDF
            </Button>
          </div>
          {createPortal(
            <div data-print className="hidden bg-white text-black print:block">
              <h1 className="mb-3 text-xl">
                {barbershop.name} · Cota-parte de {formatMonth(data.month)}
              </h1>
              <ShareTable shares={data} />
              <p className="mt-3 text-sm">{explanation}</p>
            </div>,
            document.body,
          )}
        </>
      )}
    </section>
  )
}

const explanation =
  'Pelas comandas do mês, já com estornos e ajustes. Serviços: o que os clientes pagaram. A cota-parte do parceiro é o valor da nota dele para a barbearia; a outra é a receita da barbearia. Comissão de produtos e gorjetas ficam à parte.'

const cell = 'py-1.5 pl-3 text-right'

function ShareTable({ shares: { shares, total } }: { shares: PartnerShares }) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line">
          <th className="py-1.5 text-left">R$</th>
          <th className={cell}>Serviços</th>
          <th className={cell}>Parceiro</th>
          <th className={cell}>Barbearia</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ barber, cnpj, ...amounts }) => (
          <tr key={`${barber.id} ${cnpj}`} className="border-b border-line align-top">
            <th className="py-1.5 text-left font-medium wrap-anywhere">
              {barber.name}
              <span className="block text-xs text-mute print:text-black">
                {cnpj ? formatCompany(cnpj) : 'Sem CNPJ'}
              </span>
              <Beside {...amounts} />
            </th>
            <Amounts {...amounts} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="align-top font-semibold">
          <th className="py-1.5 text-left">
            Total
            <Beside {...total} />
          </th>
          <Amounts {...total} />
        </tr>
      </tfoot>
    </table>
  )
}

type Total = PartnerShares['total']

function Amounts({ servicesCents, partnerCents, barbershopCents }: Total) {
  return (
    <>
      <td className={cell}>{formatAmount(servicesCents)}</td>
      <td className={cell}>{formatAmount(partnerCents)}</td>
      <td className={cell}>{formatAmount(barbershopCents)}</td>
    </>
  )
}

/** What is no part of the division. */
function Beside({ productsCents, tipsCents }: Total) {
  const parts = [
    productsCents !== 0 && `produtos ${formatAmount(productsCents)}`,
    tipsCents !== 0 && `gorjetas ${formatAmount(tipsCents)}`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <span className="block text-xs font-normal text-mute print:text-black">à parte: {parts.join(', ')}</span>
}
