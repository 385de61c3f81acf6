import type { MetaArgs } from 'react-router'
import { ModerationView } from '../features/reviews/moderation-view.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { SignedLinkPage } from './signed-link-page.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Foto denunciada' })
}

/** The target of the link that the moderators receive. */
export default function ModerationPage() {
  return (
    <SignedLinkPage hint="Abra o link inteiro, como está no e-mail.">
      {(link) => <ModerationView link={link} />}
    </SignedLinkPage>
  )
}
