import type { ReactNode } from 'react'

type ProfileFactProps = { label: string; children: ReactNode; action?: ReactNode }

/** Something that is so, with the way to change it. */
export function ProfileFact({ label, children, action }: ProfileFactProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="text-sm font-semibold text-mute">{label}</p>
        <p className="wrap-anywhere">{children}</p>
      </div>
      {action}
    </div>
  )
}
