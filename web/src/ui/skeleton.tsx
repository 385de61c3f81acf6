import { classNames } from './class-names.ts'

/** A quiet block that holds the place of what is loading; decorative, so say the wait elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('rounded-control bg-sunken', className)} />
}

/** The ruler while its times are still on their way. */
export function RulerSkeleton({ className = 'h-4' }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('ruler-wait w-full animate-sweep', className)} />
}
