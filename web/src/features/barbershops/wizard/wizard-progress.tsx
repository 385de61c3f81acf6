import { classNames } from '../../../ui/class-names.ts'
import { RulerLine } from '../../../ui/ruler.tsx'
import { steps } from './rules.ts'

const TICKS = 6

/** The ruler, red as far as one has come. On a phone only the present step is named. */
export function WizardProgress({ step }: { step: number }) {
  return (
    <div className="mb-6">
      <RulerLine steps={steps.length * TICKS + 1} done={(step + 1) * TICKS + (step === steps.length - 1 ? 1 : 0)} />
      <ol aria-label="Passos" className="mt-2 hidden grid-cols-5 text-sm sm:grid">
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={classNames(index === step ? 'font-semibold' : 'text-mute')}
          >
            {name}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-mute sm:hidden">
        Passo {step + 1} de {steps.length}
      </p>
    </div>
  )
}
