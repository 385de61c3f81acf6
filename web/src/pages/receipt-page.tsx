import { useQuery } from '@tanstack/react-query'
import { type MetaArgs, useParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { receiptQuery } from '../features/payments/queries.ts'
import { ReceiptSheet } from '../features/payments/receipts/receipt-sheet.tsx'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Recibo' })
}

export default function ReceiptPage() {
  return (
    <RequireLogin>
      <div className="mx-auto w-full max-w-3xl">
        <PrintableReceipt />
      </div>
    </RequireLogin>
  )
}

function PrintableReceipt() {
  const { id = '' } = useParams()
  const { data: receipt, error } = useQuery(receiptQuery(id))
  const back = (
    <ButtonLink to={paths.payments()} variant="outline">
      <Icon name="arrow-left" />
      Pagamentos
    </ButtonLink>
  )
  if (error) return <Notice tone="error" as="h1" title={errorText(error, 'Erro ao carregar o recibo')} action={back} />
  if (!receipt) return <LoadingMessage>Carregando recibo...</LoadingMessage>
  return (
    <>
      <div className="mb-5 flex flex-wrap justify-between gap-2 print:hidden">
        {back}
        {/* The browser's print dialog also saves as PDF. */}
        <Button onClick={() => window.print()}>
          <Icon name="download" />
          Imprimir ou salvar PDF
        </Button>
      </div>
      <ReceiptSheet receipt={receipt} />
    </>
  )
}
