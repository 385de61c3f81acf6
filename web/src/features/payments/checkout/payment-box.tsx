import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'

/** The frame of everything that takes money. */
export function PaymentBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="pagamento" className="rounded-hero border border-line bg-card p-5 md:p-7">
      <h2 id="pagamento" className="flex items-center gap-2.5 text-xl">
        <Icon name="lock" className="size-5 text-green" />
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  )
}
