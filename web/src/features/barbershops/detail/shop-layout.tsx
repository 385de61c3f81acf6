import type { ReactNode } from 'react'

type ShopLayoutProps = {
  gallery: ReactNode
  summary: ReactNode
  sections: ReactNode
  info: ReactNode
  /** The one action, within the thumb's reach on a phone. */
  bar: ReactNode
}

const card = 'rounded-hero border border-line bg-card p-5 md:p-6'

/**
 * Two columns; on a phone one, in the order in which one decides: pictures, summary, what to book, the rest. The name of the shop
 * comes before all that is said about it, also for those who hear the page.
 */
export function ShopLayout({ gallery, summary, sections, info, bar }: ShopLayoutProps) {
  return (
    <>
      <div className="flex flex-col gap-6 [reading-flow:flex-visual] lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8 lg:[reading-flow:normal]">
        <div className="order-1 min-w-0 lg:col-start-1 lg:row-start-1">{gallery}</div>
        <div className="contents lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:flex lg:flex-col lg:gap-4">
          <div className={`order-2 min-w-0 lg:order-none ${card} max-lg:border-0 max-lg:bg-transparent max-lg:p-0`}>
            {summary}
          </div>
          <div className={`order-4 grid gap-7 ${card}`}>{info}</div>
        </div>
        <div className="order-3 min-w-0 lg:col-start-1 lg:row-start-2">{sections}</div>
      </div>
      {bar && (
        <div className="sticky bottom-0 z-10 -mx-5 mt-6 border-t border-line bg-paper px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7 lg:hidden">
          {bar}
        </div>
      )}
    </>
  )
}
