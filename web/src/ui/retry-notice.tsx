import { errorText } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type RetryNoticeProps = {
  error: unknown
  /** Where the error says nothing itself. */
  text: string
  onRetry: () => unknown
}

/** Why nothing is shown, and a button that loads it again. */
export function RetryNotice({ error, text, onRetry }: RetryNoticeProps) {
  const retry = (
    <Button variant="outline" onClick={() => void onRetry()}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title={errorText(error, text)} action={retry} />
}
