import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Sentences } from './sentences.tsx'

/** The pages that an infinite query has loaded so far, as one list. */
export type PagedItems<T> = {
  isPending: boolean
  /** Without items while no page is loaded; items beside it are those of another query. */
  error: Error | undefined
  retry: () => void
  items: readonly T[]
  total: number
  more: { exists: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }
}

type CountedPage = { pagination: { total: number } }

/** An item that moved to the next page between two requests is in both responses, and in the list once. */
export function toPagedItems<P extends CountedPage, T extends { id: string }>(
  query: UseInfiniteQueryResult<InfiniteData<P>>,
  listItems: (page: P) => readonly T[],
): PagedItems<T> {
  const pages = query.data?.pages ?? []
  return {
    isPending: query.isPending,
    error: query.data ? undefined : (query.error ?? undefined),
    retry: () => void query.refetch(),
    items: [...new Map(pages.flatMap(listItems).map((item) => [item.id, item])).values()],
    total: pages.at(-1)?.pagination.total ?? 0,
    more: {
      exists: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage(),
    },
  }
}

/**
 * Which of the ids may be rendered: all of the first list, and of those that come later one more in each frame. Many cards at once
 * would keep a slow phone from reacting to the next tap.
 */
export function useGradualIds(ids: readonly string[]): ReadonlySet<string> {
  const [ready, setReady] = useState<ReadonlySet<string>>(() => new Set(ids))
  const next = ids.find((id) => !ready.has(id))
  const list = ids.join()

  useEffect(() => {
    if (next === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const current = list.split(',')
    // After the paint of the frame: a timer lets taps through.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setReady((last) => new Set([...current.filter((id) => last.has(id)), next])))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [next, list])

  return ready
}

type PagedListProps<T> = {
  list: PagedItems<T>
  /** Layout of the list and of its skeletons. */
  className: string
  /** Names the list, which then takes the focus when the item that had it is removed. */
  label?: string
  skeleton: ReactNode
  skeletonCount: number
  skeletonLabel?: string
  /** Shown when there is no item. */
  empty: ReactNode
  describeError: (error: Error) => string
  moreText: string
  moreErrorText: string
  renderItem: (item: T, index: number) => ReactNode
  /** A row of its own within the list: after so many items, or at the end of a shorter list. */
  insertion?: { after: number; content: ReactNode }
}

/** A list that grows by a button, with its loading, error and empty states. */
export function PagedList<T extends { id: string }>(props: PagedListProps<T>) {
  const { list, className, label, empty, describeError, renderItem, insertion } = props
  const element = useRetainedFocus(list.items.length, label !== undefined)
  const reason = list.error && describeError(list.error)
  const retry = <Button onClick={list.retry}>Tentar novamente</Button>
  if (reason && list.items.length === 0) return <Notice tone="error" title={reason} action={retry} />
  if (list.isPending) return <Skeletons {...props} />
  if (list.items.length === 0 && !list.more.exists) return empty
  return (
    <>
      {reason && (
        <div role="alert" className="mb-4 grid justify-items-start gap-3 rounded-card bg-red-soft p-4">
          <Sentences>{`${reason}\nAbaixo, a lista anterior.`}</Sentences>
          {retry}
        </div>
      )}
      <ul ref={element} tabIndex={label ? -1 : undefined} aria-label={label} className={className}>
        {list.items.map((item, index) => (
          <Fragment key={item.id}>
            <li className="min-w-0">{renderItem(item, index)}</li>
            {insertion && index + 1 === Math.min(insertion.after, list.items.length) && (
              <li className="col-span-full min-w-0">{insertion.content}</li>
            )}
          </Fragment>
        ))}
      </ul>
      <MoreButton {...props} />
    </>
  )
}

/** Without this, removing the focused item would move the focus to the top of the page. */
function useRetainedFocus(count: number, isEnabled: boolean) {
  const element = useRef<HTMLUListElement>(null)
  const lastCount = useRef(count)
  useEffect(() => {
    if (isEnabled && count < lastCount.current && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true })
    }
    lastCount.current = count
  }, [count, isEnabled])
  return element
}

function Skeletons<T>({ className, skeleton, skeletonCount, skeletonLabel }: PagedListProps<T>) {
  const skeletons = [...Array(skeletonCount).keys()].map((key) => <Fragment key={key}>{skeleton}</Fragment>)
  if (!skeletonLabel) return <div className={className}>{skeletons}</div>
  return (
    <div className={className} role="status" aria-label={skeletonLabel}>
      {skeletons}
    </div>
  )
}

function MoreButton<T>({ list: { more }, moreText, moreErrorText }: PagedListProps<T>) {
  if (!more.exists) return null
  return (
    <div className="mt-6 grid justify-items-center gap-2">
      {more.hasFailed && (
        <p role="alert" className="text-sm text-red">
          {moreErrorText}
        </p>
      )}
      <Button variant="outline" size="large" isBusy={more.isLoading} onClick={more.load}>
        {moreText}
      </Button>
    </div>
  )
}
