import { LRUCache } from 'lru-cache'

/** Rows that were read recently, by id. A row that is invalidated while it is being loaded is returned, but not stored. */
export function createRowCache<Row extends { id: string }>(
  max: number,
  loadRows: (ids: readonly string[]) => Promise<readonly Row[]>,
) {
  const rows = new LRUCache<string, Row>({ max })
  let invalidations = 0
  return {
    /** By id; one call when some are not stored. `isCurrent`: false while a change may not have been reported yet. */
    async load(ids: readonly string[], isCurrent = true): Promise<ReadonlyMap<string, Row>> {
      const found = new Map<string, Row>()
      for (const id of ids) {
        const row = isCurrent ? rows.get(id) : undefined
        if (row) found.set(id, row)
      }
      if (found.size === ids.length) return found
      const before = invalidations
      for (const row of await loadRows(ids.filter((id) => !found.has(id)))) {
        found.set(row.id, row)
        if (before === invalidations && isCurrent) rows.set(row.id, row)
      }
      return found
    },
    /** Drops these rows, or all of them. */
    invalidate(ids: readonly string[] | undefined) {
      invalidations++
      if (!ids) rows.clear()
      else for (const id of ids) rows.delete(id)
    },
  }
}
