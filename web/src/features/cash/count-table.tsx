import type { CashCount } from '@na-regua/contract/cash'
import { paymentNames } from '@na-regua/contract/visits'
import { clsx } from 'clsx'
import { formatAmount } from '../../lib/format.ts'
import { differenceOf } from './rules.ts'

const cell = 'py-1.5 pl-3 text-right'

/** Expected and counted by method of payment, in reais; on the screen and on paper. */
export function CountTable({ counts }: { counts: readonly CashCount[] }) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line">
          <th className="py-1.5 text-left">R$</th>
          <th className={cell}>Esperado</th>
          <th className={cell}>Contado</th>
          <th className={cell}>Diferença</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count) => {
          const difference = differenceOf(count)
          return (
            <tr key={count.method} className="border-b border-line">
              <th className="py-1.5 text-left font-medium">{paymentNames[count.method]}</th>
              <td className={cell}>{formatAmount(count.expectedCents)}</td>
              <td className={cell}>{count.countedCents === null ? '–' : formatAmount(count.countedCents)}</td>
              <td className={clsx(cell, 'font-semibold', difference && 'text-red print:text-black')}>
                {difference === undefined ? '–' : `${difference > 0 ? '+' : ''}${formatAmount(difference)}`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
