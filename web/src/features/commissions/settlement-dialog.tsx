import type { MoneySource, Settlement } from '@na-regua/contract/commissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatDateAndTime, formatLocalDate, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileDownload } from '../../ui/file-download.tsx'
import { Form } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LineList } from './line-list.tsx'
import { downloadSettlement, settlementQuery, usePayment } from './queries.ts'
import { listSettlementSums, nameOfPayment, sourceNames, sourceOptions } from './rules.ts'

type SettlementDialogProps = {
  id: string
  /** Who may see the money of the barbershop pays here. */
  canPay?: boolean
  onClose: () => void
}

/** A closed settlement as it was frozen: sums, lines, payment. */
export function SettlementDialog({ id, canPay = false, onClose }: SettlementDialogProps) {
  const { data, error } = useQuery(settlementQuery(id))
  const title = data ? `Acerto até ${formatLocalDate(data.until)}` : 'Acerto'
  return (
    <Dialog isOpen title={title} onClose={onClose} width="medium" isFullOnPhone>
      {!data &&
        (error ? (
          <Notice tone="error" title={errorText(error, 'Erro ao carregar o acerto.')} />
        ) : (
          <LoadingMessage>Carregando o acerto...</LoadingMessage>
        ))}
      {data && (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-mute">
            {data.barber.name} · {data.barbershop.name}
          </p>
          <SumList sums={listSettlementSums(data)} totalCents={data.totalCents} />
          <p className="text-mute">
            Fechado em {formatDateAndTime(data.closedAt, data.timeZone)}. {describePayment(data)} O que mudar depois
            entra no próximo.
          </p>
          {canPay && !data.paidAt && <PaymentForm id={id} totalCents={data.totalCents} />}
          <LineList label="Linhas do acerto" lines={data.lines} timeZone={data.timeZone} isOwn={false} />
          <div className="flex flex-wrap gap-2 print:hidden">
            <FileDownload
              label="Exportar CSV"
              file={`acerto-${data.until}.csv`}
              request={() => downloadSettlement(id)}
            />
            <Button variant="outline" onClick={() => window.print()}>
              Imprimir
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Of a settlement of nothing no money changes hands. */
function describePayment({ totalCents, paidAt, paidFrom, timeZone }: Settlement & { timeZone: string }): string {
  const isNothing = totalCents === 0
  if (!paidAt || !paidFrom) return isNothing ? 'Não há nada a pagar.' : 'Ainda não foi pago.'
  const at = formatDateAndTime(paidAt, timeZone)
  return isNothing ? `Encerrado sem pagamento em ${at}.` : `Pago em ${at}, por ${sourceNames[paidFrom]}.`
}

type SumListProps = { sums: readonly { label: string; cents: number }[]; totalCents: number }

export function SumList({ sums, totalCents }: SumListProps) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
      {sums.map(({ label, cents }) => (
        <div key={label} className="contents">
          <dt className="text-mute">{label}</dt>
          <dd className="text-right">{formatMoney(cents)}</dd>
        </div>
      ))}
      <dt className="font-semibold">{totalCents < 0 ? 'O barbeiro paga' : 'O barbeiro recebe'}</dt>
      <dd className="text-right font-display text-xl font-extrabold">{formatMoney(Math.abs(totalCents))}</dd>
    </dl>
  )
}

function PaymentForm({ id, totalCents }: { id: string; totalCents: number }) {
  const [source, setSource] = useState<MoneySource>('pix')
  const payment = usePayment(id)
  return (
    <Form
      isBusy={payment.isPending}
      onSubmit={() => payment.mutate({ paidFrom: source })}
      submit={nameOfPayment(totalCents)}
      failure={payment.error && errorText(payment.error, 'Não foi possível registrar. Tente novamente.')}
    >
      {totalCents !== 0 && (
        <ChoiceGroup
          legend={totalCents < 0 ? 'Entrou por' : 'Saiu de'}
          options={sourceOptions}
          value={source}
          onChange={(value = source) => setSource(value)}
        />
      )}
    </Form>
  )
}
