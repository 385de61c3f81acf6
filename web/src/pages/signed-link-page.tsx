import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { parseSignedLink, type SignedLink } from '../lib/signed-link.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

type SignedLinkPageProps = {
  /** What to do when a part of the link is missing. */
  hint: string
  children: (link: SignedLink) => ReactNode
}

/** The target of a link whose token is in the hash, which is not sent to the server. */
export function SignedLinkPage({ hint, children }: SignedLinkPageProps) {
  const hash = useUrlHash()
  if (hash === undefined) return <LoadingMessage>Um instante...</LoadingMessage>
  const link = parseSignedLink(hash)
  return (
    <div className="mx-auto w-full max-w-2xl py-2 md:py-6">
      {link ? (
        children(link)
      ) : (
        <Notice
          as="h1"
          tone="error"
          title="Falta uma parte do link"
          action={<ButtonLink to={paths.home()}>Ir para o início</ButtonLink>}
        >
          {hint}
        </Notice>
      )}
    </div>
  )
}
