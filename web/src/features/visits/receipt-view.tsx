import type { VisitReceipt } from '@na-regua/contract/visits'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/api-error.ts'
import { formatDateAndTime, formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { SignedLink } from '../../lib/signed-link.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { visitReceiptQuery } from './queries.ts'
import { describeVisitPayment } from './rules.ts'

/** What the customer of a visit paid, on the screen and on paper. */
export function ReceiptView({ link }: { link: SignedLink }) {
  const { data: receipt, error } = useQuery(visitReceiptQuery(link))
  const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
  if (error)
    return (
      <Notice as="h1" tone="error" title={errorText(error, 'Não foi possível abrir o comprovante.')} action={home} />
    )
  if (!receipt) return <LoadingMessage>Abrindo o comprovante...</LoadingMessage>
  return (
    <>
      <ReceiptSheet receipt={receipt} />
      <div className="mt-5 flex flex-wrap gap-2 print:hidden">
        {/* The browser's print dialog also saves as PDF. */}
        <Button variant="outline" onClick={() => window.print()}>
          <Icon name="printer" className="size-4.5" />
          Imprimir ou salvar PDF
        </Button>
      </div>
    </>
  )
}

function ReceiptSheet({ receipt }: { receipt: VisitReceipt }) {
  const { barbershopName, address, timeZone, number, closedAt, isReversed, totalCents } = receipt
  return (
    <article
      aria-labelledby="comprovante"
      className="grid grid-cols-1 gap-5 rounded-card border border-line bg-card p-6 md:p-10 print:rounded-none print:border-0 print:p-0"
    >
      <header className="grid grid-cols-1 gap-2">
        <h1 id="comprovante" className="text-2xl">
          Comprovante
        </h1>
        <p className="wrap-anywhere">
          <strong>{barbershopName}</strong>
          <span className="block text-sm text-mute">{address}</span>
        </p>
        <p className="text-sm text-mute tabular-nums">
          Comanda {number} · {formatDateAndTime(closedAt, timeZone)}
        </p>
      </header>
      {isReversed && (
        <p className="rounded-control bg-red-soft px-4 py-2.5 text-red">
          <strong>Estornada.</strong> A barbearia desfez esta comanda: ela não vale mais.
        </p>
      )}
      <Lines lines={receipt.lines} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-5 text-xl font-bold">
        <span>Total</span>
        <span className="tabular-nums">{formatMoney(totalCents)}</span>
      </p>
      <Payments payments={receipt.payments} />
      <p className="text-sm text-mute">Não é documento fiscal.</p>
    </article>
  )
}

function Lines({ lines }: Pick<VisitReceipt, 'lines'>) {
  return (
    <ul aria-label="Itens" className="grid gap-2 border-t border-line pt-5">
      {lines.map(({ name, quantity, unitCents, discountCents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a closed visit does not change.
        <li key={index} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 flex-1 basis-[6rem] wrap-anywhere">
            {name}
            {quantity > 1 && (
              <span className="block text-sm text-mute">
                {quantity} × {formatMoney(unitCents)}
              </span>
            )}
            {discountCents > 0 && (
              <span className="block text-sm text-mute">Desconto de {formatMoney(discountCents)}</span>
            )}
          </span>
          <span className="shrink-0 tabular-nums">{formatMoney(quantity * unitCents - discountCents)}</span>
        </li>
      ))}
    </ul>
  )
}

function Payments({ payments }: Pick<VisitReceipt, 'payments'>) {
  if (payments.length === 0) return <p className="text-mute">Sem cobrança.</p>
  return (
    <ul aria-label="Pagamentos" className="grid gap-2">
      {payments.map((payment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a closed visit does not change.
        <li key={index} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 flex-1 basis-[6rem]">
            {describeVisitPayment(payment)}
            {payment.isPending && <span className="block text-sm text-mute">Aguardando conferência</span>}
          </span>
          <span className="shrink-0 tabular-nums">{formatMoney(payment.amountCents)}</span>
        </li>
      ))}
    </ul>
  )
}
