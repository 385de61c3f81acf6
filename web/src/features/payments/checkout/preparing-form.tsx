import { LoadingMessage } from '../../../ui/spinner.tsx'

export function Preparing() {
  return <LoadingMessage>Preparando formulário de pagamento...</LoadingMessage>
}
