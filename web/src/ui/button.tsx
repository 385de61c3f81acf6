import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Spinner } from './loading.tsx'

type ButtonStyle = {
  /** primary is red, the one main action of a screen or card; ink is its equal where red is already used. */
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

export function buttonClass({ variant = 'primary', size = 'medium', isWide = false }: ButtonStyle) {
  return clsx(
    'relative inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-semibold',
    'transition-colors active:translate-y-px active:brightness-90 disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { isBusy?: boolean }

/** While busy it keeps its width and focus, and clicks do nothing. */
export function Button({ variant, size, isWide, isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonClass({ variant, size, isWide }), className)}
    >
      {isBusy && <Spinner className="size-4.5" />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle

export function ButtonLink({ variant, size, isWide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={clsx(buttonClass({ variant, size, isWide }), className)} />
}

export const iconButtonClass =
  'inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-sunken disabled:opacity-45'

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A square of 44 px with an icon; the label is its accessible name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} aria-label={label} className={clsx(iconButtonClass, className)} />
}
