import type { Payment } from '@na-regua/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageNavigation } from '../../../ui/pagination.tsx'
import { paymentsQuery } from '../queries.ts'
import { methodLabels, paymentStatusLabels, periodLabels } from '../rules.ts'

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
