import type { ReactNode } from 'react'
import { paths } from '../../../app/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The frame of every payment form. */
export function PaymentBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="pagamento" className="rounded-hero border border-line bg-card p-5 md:p-7">
      <h2 id="pagamento" className="flex items-center gap-2.5 text-xl">
        <Icon name="lock" className="size-5 text-green" />
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  )
}

type PaymentProblemProps = { title: string; detail?: string; canRetry?: boolean; onRetry: () => void }

/** Shown instead of the form: nothing was charged; the user can retry or go back. */
export function PaymentProblem({ title, detail, canRetry = true, onRetry }: PaymentProblemProps) {
  const actions = (
    <>
      {canRetry && <Button onClick={onRetry}>Tentar novamente</Button>}
      <ButtonLink to={paths.becomeOwner()} variant="outline">
        Voltar para planos
      </ButtonLink>
    </>
  )
  return (
    <Notice tone="error" title={title} action={actions}>
      Nada foi cobrado.
      {detail && (
        <span lang="en" className="mt-1 block text-sm">
          {detail}
        </span>
      )}
    </Notice>
  )
}

export function PreparingPayment() {
  return <LoadingMessage>Preparando formulário de pagamento...</LoadingMessage>
}
