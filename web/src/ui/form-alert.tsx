import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What no single field is to blame for, above the button and announced at once. Empty it takes no room in a form of gap-4. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {children && (
        <p className="flex items-start gap-2.5 rounded-control bg-red-soft px-3.5 py-3 font-medium text-red">
          <Icon name="warning" className="mt-0.5 size-5" />
          {children}
        </p>
      )}
    </div>
  )
}
