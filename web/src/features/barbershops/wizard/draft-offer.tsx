import { Button } from '../../../ui/button.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { type ShopDraft, steps } from './rules.ts'

type DraftOfferProps = { draft: ShopDraft; onContinue: () => void; onStartOver: () => void }

/** What an earlier visit left half done. */
export function DraftOffer({ draft: { step, general }, onContinue, onStartOver }: DraftOfferProps) {
  return (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        Você já começou a cadastrar <strong className="font-semibold">{general.name.trim() || 'uma barbearia'}</strong>{' '}
        e parou em {steps[step]}, passo {step + 1} de {steps.length}.
      </p>
      <RulerLine steps={steps.length * 6} done={(step + 1) * 6} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onContinue}>Continuar de onde parou</Button>
        <Button variant="outline" onClick={onStartOver}>
          Começar do zero
        </Button>
      </div>
    </div>
  )
}
