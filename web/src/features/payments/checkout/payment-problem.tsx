import { paths } from '../../../app/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

type PaymentProblemProps = { title: string; detail?: string; canRetry?: boolean; onRetry: () => void }

/** Instead of the form: nothing was charged, and there are two ways on. */
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
