import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

type StoredValueOptions<T> = {
  key: string
  /** Local storage by default; session storage lives as long as the tab, across redirects to other sites. */
  storage?: 'local' | 'session'
  /** Undefined, or an error, for text that is not a valid value: another program or an old version may have written it. */
  parse: (text: string) => T | undefined
  format?: (value: T) => string
}

export type StoredValue<T> = {
  read: () => T | undefined
  /** Undefined removes the value. False if the browser did not store it: it then lasts as long as the page. */
  write: (value: T | undefined) => boolean
  /** Reads and removes. */
  take: () => T | undefined
  /** What `read` returned first, or what this page wrote since: the same object until the next write. */
  getSnapshot: () => T | undefined
  subscribe: (listener: () => void) => () => void
}

// A browser that blocks storage throws on access to the global itself.
function openStorage(storage: 'local' | 'session') {
  return storage === 'local' ? localStorage : sessionStorage
}

function readValue<T>({ key, storage = 'local', parse }: StoredValueOptions<T>) {
  try {
    const text = openStorage(storage).getItem(key)
    return text === null ? undefined : parse(text)
  } catch {
    return undefined
  }
}

/** False if the storage is blocked or full. */
function writeValue<T>(
  { key, storage = 'local', format = JSON.stringify }: StoredValueOptions<T>,
  value: T | undefined,
) {
  try {
    if (value === undefined) openStorage(storage).removeItem(key)
    else openStorage(storage).setItem(key, format(value))
    return true
  } catch {
    return false
  }
}

/** One value in the browser's storage. Blocked or full storage never throws. */
export function createStoredValue<T>(options: StoredValueOptions<T>): StoredValue<T> {
  type State = { snapshot?: { value: T | undefined }; isUnsaved: boolean }
  const store = createStore<State>(() => ({ isUnsaved: false }))

  function read() {
    const { snapshot, isUnsaved } = store.getState()
    return isUnsaved ? snapshot?.value : readValue(options)
  }

  function write(value: T | undefined) {
    const isSaved = writeValue(options, value)
    store.setState({ snapshot: { value }, isUnsaved: !isSaved })
    return isSaved
  }

  function take() {
    const value = read()
    write(undefined)
    return value
  }

  function getSnapshot() {
    const { snapshot = { value: read() } } = store.getState()
    if (!store.getState().snapshot) store.setState({ snapshot })
    return snapshot.value
  }

  return { read, write, take, getSnapshot, subscribe: store.subscribe }
}

/** The stored value and its setter; undefined on the server and until hydration has finished. */
export function useStoredValue<T>(stored: StoredValue<T>) {
  const value = useSyncExternalStore<T | undefined>(stored.subscribe, stored.getSnapshot, () => undefined)
  return [value, stored.write] as const
}
