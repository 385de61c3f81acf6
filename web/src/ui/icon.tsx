import { classNames } from './class-names.ts'
import { type IconName, iconPaths } from './icon-paths.ts'

type IconProps = {
  name: IconName
  className?: string
  /** A filled shape, for hearts that are on and the like. */
  isFilled?: boolean
}

/** Decorative: the words stand beside it or on its button. */
export function Icon({ name, className = 'size-5', isFilled = false }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
