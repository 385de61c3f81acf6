import { Waiting } from '../../../ui/spinner.tsx'

export function Preparing() {
  return <Waiting>Preparando formulário de pagamento...</Waiting>
}
