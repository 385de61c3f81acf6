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
      const stored = isCurrent ? ids.flatMap((id) => rows.get(id) ?? []) : []
      const found = new Map(stored.map((row) => [row.id, row]))
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const before = invalidations
      const loaded = await loadRows(missing)
      if (before === invalidations && isCurrent) for (const row of loaded) rows.set(row.id, row)
      return new Map([...found, ...loaded.map((row) => [row.id, row] as const)])
    },
    /** Drops these rows, or all of them. */
    invalidate(ids: readonly string[] | undefined) {
      invalidations++
      if (!ids) rows.clear()
      else for (const id of ids) rows.delete(id)
    },
  }
}
