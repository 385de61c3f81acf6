import { testCards } from '@na-regua/contract/payments'
import { Icon } from '../../../ui/icon.tsx'
import type { CardInput } from './rules.ts'

const cards: { number: string; words: string }[] = [
  { number: testCards.succeeds, words: 'Aprovado' },
  { number: testCards.declined, words: 'Recusado' },
  { number: testCards.asksForConfirmation, words: 'Pede confirmação do banco' },
  { number: testCards.staysPending, words: 'Fica em processamento' },
  { number: testCards.failsToRenew, words: 'Aprovado, mas não renova' },
]

/** Whatever else a card needs, as it will be good for years. */
function fill(number: string): CardInput {
  const year = String((new Date().getUTCFullYear() + 4) % 100).padStart(2, '0')
  return { number: number.replaceAll(' ', ''), expiry: `12/${year}`, cvc: '123', name: 'Pessoa de Teste' }
}

/** For whoever tries the product out: the numbers and what each does; a press fills the form. */
export function TestCards({ onFill }: { onFill: (card: CardInput) => void }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-3.5 text-sm font-semibold">
        Cartões de teste
        <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid border-t border-line p-1.5">
        {cards.map(({ number, words }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onFill(fill(number))}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-small px-2 py-1 text-left text-sm transition-colors hover:bg-sunken"
            >
              <span className="font-semibold tabular-nums">{number}</span>
              <span className="text-mute">{words}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
