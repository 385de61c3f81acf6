import type { MetaArgs } from 'react-router'
import { ReceiptView } from '../features/visits/receipt-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { SignedLinkPage } from './signed-link-page.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Comprovante' })
}

/** The target of the link that the customer receives. */
export default function VisitReceiptPage() {
  return (
    <SignedLinkPage hint="Abra o link inteiro, como você o recebeu.">
      {(link) => <ReceiptView link={link} />}
    </SignedLinkPage>
  )
}
