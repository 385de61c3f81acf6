import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean }

/** While busy it keeps its width and focus, and presses do nothing. */
export function Button({ variant, size, isWide, isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass({ variant, size, isWide }), className)}
    >
      {isBusy && <Spinner className="size-4.5" />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook

export function ButtonLink({ variant, size, isWide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size, isWide }), className)} />
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A square of 44 px with an icon inside; the label is its name for those who cannot see it. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-sunken disabled:opacity-45',
        className,
      )}
    />
  )
}
