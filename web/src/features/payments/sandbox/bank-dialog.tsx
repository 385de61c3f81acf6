import { formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'

export type Bank = {
  isAsking: boolean
  isBusy: boolean
  failure: string | undefined
  answer: (isApproved: boolean) => void
  /** Neither yes nor no: paying again asks again. */
  dismiss: () => void
}

/** What a bank's own window asks before it lets a card pay. */
export function BankDialog({ amountCents, bank }: { amountCents: number; bank: Bank }) {
  const { isAsking, isBusy, failure, answer, dismiss } = bank
  const footer = (
    <>
      <Button variant="outline" isBusy={isBusy} onClick={() => answer(false)}>
        Recusar
      </Button>
      <Button isBusy={isBusy} onClick={() => answer(true)}>
        Autorizar compra
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isAsking} onClose={dismiss} title="Seu banco quer confirmar" footer={footer}>
      <div className="grid gap-4">
        <p>
          Foi você quem pediu esta compra de <strong className="tabular-nums">{formatMoney(amountCents)}</strong> na Na
          Régua?
        </p>
        <p className="text-sm text-mute">É um banco de teste: num pagamento de verdade esta janela seria a do seu.</p>
        <FormAlert>{failure}</FormAlert>
      </div>
    </Dialog>
  )
}
