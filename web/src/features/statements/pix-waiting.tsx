import type { VisitPix } from '@na-regua/contract/statements'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { PixPaymentCode } from './pix-payment-code.tsx'
import { statementRequests, useDecision, waitingPixQuery } from './queries.ts'
import { describeVisitPix } from './rules.ts'

type PixWaitingProps = { barbershopId: string; timeZone: string }

/** The payments by Pix that wait until a person sees in the app of the bank that they have arrived. */
export function PixWaiting({ barbershopId, timeZone }: PixWaitingProps) {
  const { data, error, refetch } = useQuery(waitingPixQuery(barbershopId))
  const confirming = useDecision(statementRequests.confirm)
  const [shown, show] = useState<VisitPix>()
  return (
    <section aria-labelledby="aguardando-conferencia" className="grid grid-cols-1 gap-4">
      <h2 id="aguardando-conferencia" className="text-xl">
        Aguardando conferência
      </h2>
      {!data && !error && <Skeleton className="h-24" />}
      {!data && error && <RetryNotice error={error} text="Erro ao carregar os Pix." onRetry={refetch} />}
      {data?.payments.length === 0 && <p className="text-mute">Nenhum Pix espera conferência.</p>}
      {data && data.payments.length > 0 && (
        <>
          <p className="text-mute">
            Veja no app do banco se chegou. Foto ou comprovante na tela do cliente não é pagamento.
          </p>
          <ul className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card">
            {data.payments.map((payment) => (
              <li
                key={payment.id}
                className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2"
              >
                <span className="min-w-0">
                  <strong className="tabular-nums">{formatMoney(payment.cents)}</strong>
                  <span className="line-clamp-3 wrap-anywhere text-sm text-mute tabular-nums">
                    {describeVisitPix(payment, timeZone)}
                  </span>
                </span>
                <span className="flex shrink-0 gap-1">
                  <Button variant="ghost" aria-label={`QR code de ${nameOf(payment)}`} onClick={() => show(payment)}>
                    QR code
                  </Button>
                  <Button
                    variant="outline"
                    aria-label={`Recebi ${nameOf(payment)}`}
                    isBusy={confirming.isPending && confirming.variables === payment.id}
                    disabled={confirming.isPending}
                    onClick={() => confirming.mutate(payment.id)}
                  >
                    Recebi
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <FormAlert>{confirming.error && errorText(confirming.error, 'Não foi possível salvar.')}</FormAlert>
      {shown && (
        <Dialog isOpen onClose={() => show(undefined)} title="Pix">
          <PixPaymentCode barbershopId={barbershopId} paymentId={shown.id} amountCents={shown.cents} />
        </Dialog>
      )}
    </section>
  )
}

const nameOf = ({ cents, number }: VisitPix) => `${formatMoney(cents)} da comanda ${number}`
