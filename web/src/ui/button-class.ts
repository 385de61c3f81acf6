import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** primary is red, the one action of a screen or card; ink is its equal where red is taken. */
  variant?: 'primary' | 'ink' | 'outline' | 'ghost'
  size?: 'medium' | 'large'
  isWide?: boolean
}

const variants = {
  primary: 'bg-red text-on-red hover:bg-red-deep',
  ink: 'bg-ink text-paper hover:bg-ink/85',
  outline: 'border border-line bg-card text-ink hover:border-edge',
  ghost: 'text-ink hover:bg-sunken',
}

const sizes = { medium: 'min-h-11 px-4.5 text-base', large: 'min-h-13 px-6 text-lg' }

export function buttonClass({ variant = 'primary', size = 'medium', isWide = false }: ButtonLook) {
  return classNames(
    'relative inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-semibold',
    'transition-colors active:translate-y-px disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  )
}
