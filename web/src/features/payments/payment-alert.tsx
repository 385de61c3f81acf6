import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** What went wrong with a payment, above the button and announced at once. */
export function PaymentAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2.5 rounded-control bg-red-soft px-3.5 py-3 font-medium text-red">
          <Icon name="warning" className="mt-0.5 size-5" />
          {children}
        </p>
      )}
    </div>
  )
}
