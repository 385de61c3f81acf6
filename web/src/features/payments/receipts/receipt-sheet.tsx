import type { paymentsApi } from '@na-regua/contract/payments'
import type { Output } from '@na-regua/contract/route'
import type { ReactNode } from 'react'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { BRAND } from '../../../lib/site.ts'
import { RulerLine } from '../../../ui/ruler.tsx'
import { methodLabels, paymentStatusLabels, periodLabels } from '../rules.ts'

type Receipt = Output<typeof paymentsApi.receipt>['receipt']

/** A printable receipt: who paid whom, for what, how much, when. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { receiptNumber, amountCents, status, plan, billing_period, buyer } = receipt
  const amount = formatMoney(amountCents)
  return (
    <article
      aria-labelledby="recibo"
      className="rounded-card border border-line bg-card p-6 md:p-10 print:rounded-none print:border-0 print:p-0"
    >
      <Head number={receiptNumber} />
      <p className="mt-8 text-lg">
        Recebemos de <strong className="wrap-anywhere">{buyer.name}</strong> o valor de{' '}
        <strong className="tabular-nums">{amount}</strong> pela assinatura do plano {plan}{' '}
        {periodLabels[billing_period]}.
      </p>
      <Details receipt={receipt} />
      <p className="mt-8 flex items-baseline justify-between gap-4 border-t border-line pt-5 text-lg font-bold">
        <span>Total</span>
        <span className="tabular-nums">{amount}</span>
      </p>
      {status === 'refunded' && (
        <p className="mt-2 text-mute">Este valor foi devolvido pela mesma forma de pagamento.</p>
      )}
    </article>
  )
}

function Head({ number }: { number: string | null }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div>
        <p className="font-display text-xl font-extrabold">{BRAND}</p>
        <RulerLine steps={21} className="mt-1 w-32" />
      </div>
      <div className="text-right">
        <h1 id="recibo" className="text-2xl">
          Recibo
        </h1>
        {number && <p className="text-mute tabular-nums">nº {number}</p>}
      </div>
    </header>
  )
}

function Details({
  receipt: { date, periodStartsAt, periodEndsAt, method, status, buyer, seller },
}: {
  receipt: Receipt
}) {
  const day = (instant: string) => formatDate(instant, deviceTimeZone())
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-4 border-t border-line pt-6 sm:grid-cols-2">
      <Detail label="Data do pagamento">{day(date)}</Detail>
      <Detail label="Período pago">
        {day(periodStartsAt)} a {day(periodEndsAt)}
      </Detail>
      <Detail label="Forma de pagamento">{method ? methodLabels[method] : 'Não informada'}</Detail>
      <Detail label="Situação">{paymentStatusLabels[status].label}</Detail>
      <Detail label="Pago por">
        {buyer.name}
        <br />
        {buyer.email}
      </Detail>
      <Detail label="Recebido por">
        {seller.name}, {seller.city}
        <br />
        {seller.email}
      </Detail>
    </dl>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-mute">{label}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
