import type { Payment, paymentsApi } from '@na-regua/contract/payments'
import type { Output } from '@na-regua/contract/route'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { BRAND } from '../../../lib/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageNavigation } from '../../../ui/pagination.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { paymentsQuery } from '../queries.ts'
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

type PaymentListProps = { page: number; onPage: (page: number) => void }

/** The user's payments, newest first. */
export function PaymentList({ page, onPage }: PaymentListProps) {
  const { data, error, refetch } = useQuery(paymentsQuery(page))
  if (!data && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingMessage>Carregando pagamentos...</LoadingMessage>
  const { payments, pagination } = data
  if (payments.length === 0) return <Nothing />
  return (
    <div className="grid grid-cols-1 gap-5">
      <ul aria-label="Pagamentos" className="overflow-hidden rounded-card border border-line bg-card">
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </ul>
      <PageNavigation label="Páginas de pagamentos" page={page} totalPages={pagination.totalPages} onChange={onPage} />
    </div>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { id, date, plan, billing_period, amountCents, method, status, receiptNumber } = payment
  const { label, tone } = paymentStatusLabels[status]
  const day = formatDate(date, deviceTimeZone())
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0 md:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          Plano {plan} {periodLabels[billing_period]}
        </p>
        <p className="text-sm text-mute tabular-nums">
          {day}
          {method && ` · ${methodLabels[method]}`}
        </p>
      </div>
      <p className="font-semibold tabular-nums">{formatMoney(amountCents)}</p>
      <Badge tone={tone}>{label}</Badge>
      <div className="flex min-h-11 min-w-28 justify-end">
        {receiptNumber && (
          <ButtonLink
            to={paths.receipt(id)}
            variant="outline"
            aria-label={`Recibo de ${day}, ${formatMoney(amountCents)}`}
          >
            Recibo
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function Nothing() {
  const action = (
    <ButtonLink to={paths.becomeOwner()} variant="outline">
      Ver planos
    </ButtonLink>
  )
  return (
    <Notice title="Você ainda não tem pagamentos" icon="card" action={action}>
      Cada pagamento do seu plano aparece aqui, com recibo.
    </Notice>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      <Icon name="refresh" />
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title={errorText(error, 'Erro ao carregar pagamentos')} action={action} />
}
