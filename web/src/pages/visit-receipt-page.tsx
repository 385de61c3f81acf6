import type { MetaArgs } from 'react-router'
import { ReceiptView } from '../features/visits/receipt-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { parseSignedLink } from '../lib/signed-link.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Comprovante' })
}

/** The target of the link that the customer receives. Its token is in the hash, which is not sent to the server. */
export default function VisitReceiptPage() {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  const link = parseSignedLink(hash)
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      {link ? (
        <ReceiptView link={link} />
      ) : (
        <Notice
          as="h1"
          tone="error"
          title="Falta uma parte do link"
          action={<ButtonLink to={paths.home()}>Ir para o início</ButtonLink>}
        >
          Abra o link inteiro, como você o recebeu.
        </Notice>
      )}
    </div>
  )
}
